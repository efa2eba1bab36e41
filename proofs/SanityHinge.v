(** * Sanity of the chapter on the hinge

    The bound on mistakes is reached, the hypotheses of the rate are met, and for one point and
    one step the excess and its bound are known: 1/4 and 2. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Convexity Separability Programs SupportVectors Slack Hinge.
From Margin Require Import SanitySeparability.
Open Scope R_scope.

(** A point on the hyperplane is a mistake, and its hinge is 1: the two losses are equal there. *)
Example hinge_bound_reached : zero_one 0 = 1 /\ hinge 0 = 1.
Proof.
  split; [unfold zero_one; destruct (Rle_dec 0 0); lra|]. unfold hinge. rewrite Rmax_right; lra.
Qed.

(** The single point 1 on the line, mu = 2: F(w) = w^2 + h(w). *)
Definition single : nat -> vec := fun _ => one.

Lemma mean_cost_single c : mean_cost 1 1 single 2 (fun _ => c) = c ^ 2 + hinge c.
Proof.
  unfold mean_cost. rewrite norm_sqr. unfold dot, single, one. simpl.
  replace ((0 + c * 1)) with c by ring. field.
Qed.

(** The hypotheses of the rate are met with R = 1. *)
Example rate_applies T :
  (0 < T)%nat ->
  mean 1 T (fun draws => mean_cost 1 1 single 2 (average T (descent 1 single 2 draws)))
  - mean_cost 1 1 single 2 (fun _ => 1 / 2) <= 2 * (2 * 1) ^ 2 / (2 * (INR T + 1)).
Proof.
  intros HT. apply thm_sgd_rate; [lra|lia|exact HT|]. intros i _. unfold single.
  rewrite norm_one. lra.
Qed.

(** For T = 1 the average is 0, its excess over the least value, 3/4 at w = 1/2, is 1/4, and the
    bound is 2. *)
Example rate_slack :
  mean 1 1 (fun draws => mean_cost 1 1 single 2 (average 1 (descent 1 single 2 draws)))
  - mean_cost 1 1 single 2 (fun _ => 1 / 2) = 1 / 4 /\
  2 * (2 * 1) ^ 2 / (2 * (INR 1 + 1)) = 2 /\
  forall c, mean_cost 1 1 single 2 (fun _ => 1 / 2) <= mean_cost 1 1 single 2 (fun _ => c).
Proof.
  split; [|split; [simpl; field|]].
  - assert (Z : forall draws, mean_cost 1 1 single 2 (average 1 (descent 1 single 2 draws)) = 1).
    { intros draws. transitivity (mean_cost 1 1 single 2 (fun _ => 0)).
      - unfold mean_cost. rewrite !norm_sqr. unfold dot, average, combination, single. simpl.
        unfold vzero. replace (0 + 2 / (1 * (1 + 1)) * 1 * 0) with 0 by field. reflexivity.
      - rewrite mean_cost_single. unfold hinge. rewrite Rmax_right; lra. }
    unfold mean. simpl. rewrite !Z, mean_cost_single. unfold hinge. rewrite Rmax_right by lra.
    field.
  - intros c. rewrite !mean_cost_single. unfold hinge. rewrite (Rmax_right 0 (1 - 1 / 2)) by lra.
    pose proof (Rmax_r 0 (1 - c)). pose proof (pow2_ge_0 (c - 1 / 2)). lra.
Qed.

(** F_C has a minimizer, so that the equivalence of the two problems is not empty. *)
Example minimiser_exists bias d n x y C :
  0 < C -> labelled n y -> exists w b, minimises_hinge bias d n x y C w b.
Proof.
  intros HC L. destruct (thm_soft_unique bias d n x y C HC L) as ((w & b & xi & S) & _).
  exists w, b. now apply (thm_slack_is_hinge bias d n x y C w b xi HC).
Qed.

(** The mean of a constant over all draws is the constant: all sequences together weigh 1. *)
Example mean_of_one n T c : (0 < n)%nat -> mean n T (fun _ => c) = c.
Proof.
  intros Hn. induction T as [|T IH]; [reflexivity|]. cbn [mean].
  rewrite mean_of_constant by exact Hn. exact IH.
Qed.
