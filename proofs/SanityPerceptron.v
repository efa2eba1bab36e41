(** * Sanity of the perceptron's chapter

    The book's data for which the bound is reached: the n unit vectors along the axes. The
    hypotheses of Novikoff's theorem hold for them, and there is a run with n = R^2/gamma^2 updates,
    so that no smaller bound is true. *)
Require Import Reals Lra Lia Psatz FunctionalExtensionality.
From Margin Require Import Vectors Runs Perceptron.
Open Scope R_scope.

Definition below (k : nat) : vec := fun j => if (j <? k)%nat then 1 else 0.
Definition diagonal (n : nat) : vec := fun _ => 1 / sqrt (INR n).

Lemma axes_run n k : (k <= n)%nat -> perceptron n n axis k (below k).
Proof.
  induction k as [|k IH]; intros Hk; [exact (run_start _)|].
  replace (below (S k)) with (add_point axis (below k) k).
  - apply run_step; [apply IH; lia|lia|]. unfold mistake. rewrite dot_axis by lia.
    unfold below. rewrite Nat.ltb_irrefl. lra.
  - apply functional_extensionality. intros j. unfold add_point, vplus, below, axis.
    destruct (Nat.ltb_spec j k), (Nat.eqb_spec j k), (Nat.ltb_spec j (S k)); lia || lra.
Qed.

Lemma axes_in_ball n : in_ball n n axis 1.
Proof.
  intros i Hi. apply norm_le_iff; [lra|]. rewrite dot_axis by exact Hi.
  unfold axis. rewrite Nat.eqb_refl. lra.
Qed.

Lemma axes_margin n : (0 < n)%nat -> unit_with_margin n n axis (diagonal n) (1 / sqrt (INR n)).
Proof.
  intros Hn. apply lt_0_INR in Hn.
  assert (0 < sqrt (INR n)) by now apply sqrt_lt_R0. split.
  - apply norm_unique; [lra|]. unfold dot, diagonal. rewrite sum_const.
    rewrite <- (pow2_sqrt (INR n)) at 1 by lra. field. lra.
  - intros i Hi. rewrite dot_axis by exact Hi. unfold diagonal. lra.
Qed.

(** Novikoff's bound is reached, in every dimension n. *)
Theorem novikoff_reached n : (0 < n)%nat ->
  exists u gamma w, 0 < gamma /\ in_ball n n axis 1 /\ unit_with_margin n n axis u gamma /\
    perceptron n n axis n w /\ INR n = 1 ^ 2 / gamma ^ 2.
Proof.
  intros Hn. exists (diagonal n), (1 / sqrt (INR n)), (below n).
  assert (P : 0 < INR n) by now apply lt_0_INR.
  assert (0 < sqrt (INR n)) by now apply sqrt_lt_R0.
  repeat split; [apply Rdiv_lt_0_compat; lra|apply axes_in_ball|apply axes_margin, Hn|
    apply axes_margin, Hn|now apply axes_run|].
  rewrite <- (pow2_sqrt (INR n)) at 1 by lra. field. lra.
Qed.

(** The hypotheses of the lift's theorem hold for the numbers 1 and -1 with their signs. *)
Theorem lift_margin_has_an_example : exists d m x y u b radius gamma,
  labelled m y /\ (exists i, (i < m)%nat /\ y i = 1) /\ (exists i, (i < m)%nat /\ y i = -1) /\
  0 < gamma /\ in_ball d m x radius /\ norm d u = 1 /\
  forall i, (i < m)%nat -> gamma <= y i * (dot d u (x i) + b).
Proof.
  set (y := fun i => match i with O => 1 | _ => -1 end).
  exists 1%nat, 2%nat, (fun i _ => y i), y, (fun _ => 1), 0, 1, 1.
  assert (cases : forall i, y i = 1 \/ y i = -1) by (intros [|i]; simpl; auto).
  split; [intros i _; apply cases|]. split; [exists 0%nat; auto|]. split; [exists 1%nat; auto|].
  split; [lra|]. split; [|split].
  - intros i _. apply norm_le_iff; [lra|]. unfold dot. simpl. destruct (cases i) as [-> | ->]; lra.
  - apply norm_unique; [lra|]. unfold dot. simpl. lra.
  - intros i _. unfold dot. simpl. destruct (cases i) as [-> | ->]; lra.
Qed.
