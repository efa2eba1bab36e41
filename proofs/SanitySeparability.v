(** * Sanity of the chapter on separability

    The hypotheses can be met, both sides of Gordan's theorem occur, a point can move no farther
    than [thm_flip_radius] says, and the lift needs a dimension. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Convexity Separability.
Open Scope R_scope.

(** The numbers 1 and -1 on a line, with the labels 1 and -1. *)
Definition ends (i : nat) : R := match i with O => 1 | _ => -1 end.
Definition ends_on_line : nat -> vec := fun i _ => ends i.
Definition one : vec := fun _ => 1.

Lemma norm_one : norm 1 one = 1.
Proof. apply norm_unique; [lra|]. unfold dot, one. simpl. lra. Qed.

Lemma ends_labelled : labelled 2 ends.
Proof. intros [|[|i]] Hi; [left|right|lia]; reflexivity. Qed.

(** The hyperplane x = 0 is in canonical form on them; so it separates them, and its margin is 1. *)
Example canonical_ends : canonical 1 2 ends_on_line ends one 0.
Proof.
  split; [rewrite norm_one; lra|]. unfold decision, dot, ends_on_line, one. split.
  - intros [|[|i]] Hi; simpl; lra || lia.
  - exists O. split; [lia|]. simpl. lra.
Qed.

Example margin_ends : is_margin 1 2 ends_on_line ends one 0 1.
Proof.
  pose proof (thm_slab_margin 1 2 ends_on_line ends one 0 ends_labelled canonical_ends) as [M _].
  rewrite norm_one in M. now replace (1 / 1) with 1 in M by field.
Qed.

(** Gordan's two cases: the numbers 1 and 1 are on one side, the numbers 1 and -1 are not. *)
Example one_side : on_one_side 1 2 (fun _ => one).
Proof. exists one. intros i _. unfold dot, one. simpl. lra. Qed.

Example to_zero : combines_to_zero 1 2 ends_on_line.
Proof.
  exists (fun _ => 1 / 2). split; [split; [intros; lra|simpl; lra]|].
  intros j _. unfold combination, ends_on_line, vzero. simpl. lra.
Qed.

(** In dimension 0 there are no normals: a single point cannot be separated there, but its lift
    can. So [thm_lift] needs a dimension, which the book does not say. *)
Example lift_needs_dimension :
  ~ separable 0 1 (fun _ => vzero) (fun _ => 1) /\
  separable_through_origin 1 1 (fun i => lift 0 vzero) (fun _ => 1).
Proof.
  split.
  - intros (w & b & Hw & _). unfold norm, dot in Hw. simpl in Hw. rewrite sqrt_0 in Hw. lra.
  - exists one. split; [rewrite norm_one; lra|]. intros i _.
    unfold decision, dot, one, lift, append. simpl. lra.
Qed.

(** Gordan's theorem needs no vector: where there is none, the first of the two is true. *)
Example gordan_without_vectors :
  on_one_side 1 0 ends_on_line /\ ~ combines_to_zero 1 0 ends_on_line.
Proof. split; [exists one; lia|]. intros (a & [_ S] & _). simpl in S. lra. Qed.
