(** * Sanity of the margin perceptron's chapters

    One point on a line, at 1 with the label +1: R = gamma = 1. The hypotheses of the theorems hold,
    with the guess 1 there is a run of one update, and it ends. A second example has a run in which
    the margin at the end is exactly half the guess, so that no better promise is true. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Runs Perceptron MarginPerceptron.
Open Scope R_scope.

Definition one : vec := fun _ => 1.
Definition one_point (i : nat) : vec := one.

Lemma norm_one : norm 1 one = 1.
Proof. apply norm_unique; [lra|]. unfold dot, one. simpl. lra. Qed.

Lemma first_correction guess :
  margin_perceptron 1 1 one_point guess 1 (add_point one_point vzero 0).
Proof.
  apply run_step; [apply run_start|lia|]. left. apply norm_vzero.
Qed.

Lemma norm_first : norm 1 (add_point one_point vzero 0) = 1.
Proof.
  rewrite <- norm_one. apply norm_ext. intros j _. unfold add_point, one_point, vplus, vzero, one.
  ring.
Qed.

(** The hypotheses of the five claims, of thm_margin_perceptron and of thm_incremental hold. *)
Theorem margin_perceptron_has_an_example :
  0 < 1 /\ in_ball 1 1 one_point 1 /\ unit_with_margin 1 1 one_point one 1 /\
  margin_perceptron 1 1 one_point 1 1 (add_point one_point vzero 0) /\
  finished 1 (violation 1 one_point 1) (add_point one_point vzero 0).
Proof.
  assert (D : dot 1 one one = 1) by (unfold dot, one; simpl; lra).
  repeat split; [lra| |exact norm_one| |apply first_correction|].
  - intros i _. right. exact norm_one.
  - intros i _. rewrite <- D. right. reflexivity.
  - intros i _ [E|V]; rewrite norm_first in *; [lra|].
    unfold dot, add_point, one_point, vplus, vzero, one in V. simpl in V. lra.
Qed.

(** Half of the guess is all that can be promised: with the guess 2, twice the largest margin, the
    run of one update ends with the margin 1. *)
Theorem half_the_guess_is_reached :
  finished 1 (violation 1 one_point 2) (add_point one_point vzero 0) /\
  forall g, has_margin 1 1 one_point (add_point one_point vzero 0) g -> g <= 2 / 2.
Proof.
  split.
  - intros i _ [E|V]; rewrite norm_first in *; [lra|].
    unfold dot, add_point, one_point, vplus, vzero, one in V. simpl in V. lra.
  - intros g [_ M]. specialize (M 0%nat ltac:(lia)). rewrite norm_first in M.
    unfold dot, add_point, one_point, vplus, vzero, one in M. simpl in M. lra.
Qed.

(** The first round of the incremental algorithm may end by itself. *)
Theorem incremental_has_an_example :
  incremental 1 1 one_point 1 0 1 (add_point one_point vzero 0).
Proof.
  apply (self_terminated 1 1 one_point 1 0 0 1).
  - constructor.
  - apply first_correction.
  - unfold budget. simpl. lia.
  - replace (guess_of 1 0) with 1 by (unfold guess_of; simpl; field).
    apply margin_perceptron_has_an_example.
Qed.
