(** * Sanity of the chapter on the maximum margin

    For the numbers 1 and -1 the hyperplane x = 0 solves the program, its margin is 1, and the
    points themselves reach the bound of the hulls. With points of one label the program has many
    solutions, and none is a hyperplane. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Convexity Separability Programs MaximumMargin.
From Margin Require Import SanitySeparability.
Open Scope R_scope.

Lemma both_ends : both_labels 2 ends.
Proof. split; [exists O|exists 1%nat]; (split; [lia|reflexivity]). Qed.

Lemma ends_separable bias : can_be_separated bias 1 2 ends_on_line ends.
Proof.
  exists one, 0. split; [apply allowed_zero|]. destruct canonical_ends as (Hw & C & _).
  split; [exact Hw|]. intros i Hi. specialize (C i Hi). lra.
Qed.

Lemma ends_enough bias : enough_labels bias 2 ends.
Proof. destruct bias; [exact both_ends|]. simpl. lia. Qed.

(** The hypotheses of existence and uniqueness are met, with a bias and without. *)
Example existence_applies bias : exists w b, hard_margin bias 1 2 ends_on_line ends w b.
Proof.
  apply thm_existence; [apply ends_enough|exact ends_labelled|apply ends_separable].
Qed.

(** Their solution is w = 1, b = 0, with the multipliers 1/2 and 1/2. *)
Example conditions_ends bias :
  hard_conditions bias 1 2 ends_on_line ends one 0 (fun _ => 1 / 2).
Proof.
  split; [split|split; [split|split]].
  - intros j _. unfold normal_of, combination, ends_on_line, ends, one. simpl. lra.
  - unfold balanced. destruct bias; [|exact I]. simpl. lra.
  - apply allowed_zero.
  - apply canonical_ends.
  - intros i _. lra.
  - unfold decision, dot, ends_on_line, one. intros [|[|i]] Hi; simpl; lra || lia.
Qed.

Example largest_margin_ends : largest_margin true 1 2 ends_on_line ends 1.
Proof.
  destruct (thm_hard_margin_qp true 1 2 ends_on_line ends one 0 both_ends) as (_ & _ & L).
  - apply hard_conditions_sufficient with (fun _ => 1 / 2). apply conditions_ends.
  - rewrite norm_one in L. now replace (1 / 1) with 1 in L by field.
Qed.

(** The bound of the hulls is reached: half the distance of 1 and -1 is 1. *)
Example hulls_bound_reached :
  is_margin 1 2 ends_on_line ends one 0 1 /\
  in_hull 1 2 ends_on_line ends 1 (ends_on_line 0) /\
  in_hull 1 2 ends_on_line ends (-1) (ends_on_line 1) /\
  1 = / 2 * norm 1 (vminus (ends_on_line 0) (ends_on_line 1)).
Proof.
  split; [exact margin_ends|]. split; [apply point_in_hull; [lia|reflexivity]|].
  split; [apply point_in_hull; [lia|reflexivity]|].
  replace (norm 1 _) with 2; [lra|]. symmetry. apply norm_unique; [lra|].
  unfold dot, vminus, ends_on_line. simpl. lra.
Qed.

(** With points of one label only, [enough] cannot be left out: both b = 1 and b = 2 solve the
    program of a single point, with w = 0, which is no hyperplane. *)
Example one_label_is_not_enough :
  forall b, 1 <= b -> hard_margin true 1 1 (fun _ => one) (fun _ => 1) vzero b.
Proof.
  intros b Hb. split; [split; [exact I|]|].
  - intros i _. unfold decision. rewrite dot_zero_l. lra.
  - intros w' b' _. rewrite cost_vzero. apply cost_nonneg.
Qed.

(** A convex function has a local minimum, as [thm_local_global] asks for: the cost, at 0. *)
Example local_minimum_exists d :
  convex_on vec mixture (fun _ => True) (cost d) /\
  forall w, norm d (vminus w vzero) < 1 -> cost d vzero <= cost d w.
Proof.
  split; [intros p q t Ht _ _; now apply cost_convex|].
  intros w _. rewrite cost_vzero. apply cost_nonneg.
Qed.
