(** * Sanity of the chapter on support vectors

    Two signed points in the plane, (1, 0) and (-1, 1), for which the bound of
    [thm_leave_one_out] is reached: both are support vectors, and each is judged wrongly when it is
    left out. The numbers 1 and -1, whose bias is what [thm_bias_hard] says. And the corners of a
    square, whose multipliers are not unique. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Convexity Separability Programs MaximumMargin SupportVectors.
From Margin Require Import SanitySeparability SanityMaximumMargin.
Open Scope R_scope.

Definition entries (a b : R) : vec := fun j => match j with O => a | _ => b end.
Definition wide (i : nat) : vec := match i with O => entries 1 0 | _ => entries (-1) 1 end.
Definition plus (i : nat) : R := 1.

(** w = (1, 2), with the multipliers 3 and 2. *)
Definition prices (i : nat) : R := match i with O => 3 | _ => 2 end.

Lemma conditions_wide : hard_conditions false 2 2 wide plus (entries 1 2) 0 prices.
Proof.
  split; [split; [|exact I]|split; [split; [reflexivity|]|split]].
  - intros [|[|j]] Hj; unfold normal_of, combination; simpl; unfold plus; lra || lia.
  - intros [|[|i]] Hi; unfold decision, dot; simpl; unfold plus; lra || lia.
  - intros [|[|i]] Hi; simpl; lra || lia.
  - intros [|[|i]] Hi; unfold decision, dot; simpl; unfold plus; lra || lia.
Qed.

(** Without the first point the best w is (-1/2, 1/2), without the second it is (1, 0). *)
Definition without (i : nat) : vec :=
  match i with O => entries (-1 / 2) (1 / 2) | _ => entries 1 0 end.

Lemma best_without_wide i : (i < 2)%nat -> best_without false 2 2 wide plus i (without i) 0.
Proof.
  intros Hi. apply hard_conditions_sufficient with (fun _ => match i with O => 1 / 2 | _ => 1 end).
  destruct i as [|[|i]]; [| |lia];
    (split; [split; [|exact I]|split; [split; [reflexivity|]|split]]).
  - intros [|[|j]] Hj; unfold normal_of, combination, kept_points, kept_labels;
      simpl; unfold plus; lra || lia.
  - intros [|i] Hi'; unfold decision, dot, kept_points, kept_labels;
      simpl; unfold plus; lra || lia.
  - intros i Hi'. lra.
  - intros [|i] Hi'; unfold decision, dot, kept_points, kept_labels;
      simpl; unfold plus; lra || lia.
  - intros [|[|j]] Hj; unfold normal_of, combination, kept_points, kept_labels;
      simpl; unfold plus; lra || lia.
  - intros [|i] Hi'; unfold decision, dot, kept_points, kept_labels;
      simpl; unfold plus; lra || lia.
  - intros i Hi'. lra.
  - intros [|i] Hi'; unfold decision, dot, kept_points, kept_labels;
      simpl; unfold plus; lra || lia.
Qed.

Example leave_one_out_reached :
  enough_to_leave_out false 2 plus /\ can_be_separated false 2 2 wide plus /\
  hard_dual false 2 2 wide plus prices /\
  (forall i, (i < 2)%nat -> best_without false 2 2 wide plus i (without i) 0) /\
  sum 2 (fun i => if Req_EM_T (predict 2 (without i) 0 (wide i)) (plus i) then 0 else 1)
  = sum 2 (fun i => if Rlt_dec 0 (prices i) then 1 else 0).
Proof.
  split; [simpl; lia|]. split; [|split; [|split; [exact best_without_wide|]]].
  - exists (entries 1 2), 0. split; [reflexivity|].
    apply (feasible_separates false 2 2 wide plus); [simpl; lia|apply conditions_wide].
  - apply hard_conditions_dual with (entries 1 2) 0. exact conditions_wide.
  - assert (Wrong : forall i, (i < 2)%nat -> predict 2 (without i) 0 (wide i) = -1).
    { intros [|[|i]] Hi; [| |lia]; unfold predict;
        destruct (Rle_dec 0 _) as [L|]; try reflexivity;
        unfold decision, dot in L; simpl in L; lra. }
    apply sum_ext. intros i Hi. rewrite (Wrong i Hi). unfold plus.
    destruct (Req_EM_T (-1) 1); [lra|]. destruct (Rlt_dec 0 (prices i)) as [|N]; [reflexivity|].
    exfalso. apply N. destruct i; simpl; lra.
Qed.

(** Keeping all the points keeps the support vectors. *)
Example keep_all n a : keeps_support n a n (fun k => k).
Proof. split; [auto|split; [auto|]]. intros i Hi _. now exists i. Qed.

(** The bias of the numbers 1 and -1 is the mean that [thm_bias_hard] says: 0. *)
Example bias_ends :
  0 = sum 2 (fun i => (if Rlt_dec 0 (1 / 2) then 1 else 0) * (ends i - dot 1 one (ends_on_line i)))
      / sum 2 (fun i => if Rlt_dec 0 (1 / 2) then 1 else 0).
Proof.
  apply (thm_bias_hard 1 2 ends_on_line ends one 0 (fun _ => 1 / 2) ends_labelled);
    [apply conditions_ends|]. exists O. split; [lia|lra].
Qed.

(** The corners of a square, those on the right with the label 1. *)
Definition corner (i : nat) : vec :=
  match i with
  | O => entries 1 1
  | 1%nat => entries 1 (-1)
  | 2%nat => entries (-1) 1
  | _ => entries (-1) (-1)
  end.
Definition right_or_left (i : nat) : R := match i with O => 1 | 1%nat => 1 | _ => -1 end.

(** All multipliers (1/4 + t, 1/4 - t, 1/4 + t, 1/4 - t) with t from -1/4 to 1/4 solve the dual. *)
Example multipliers_of_the_square t :
  - (1 / 4) <= t <= 1 / 4 ->
  hard_dual true 2 4 corner right_or_left
    (fun i => match i with O | 2%nat => 1 / 4 + t | _ => 1 / 4 - t end).
Proof.
  intros Ht. apply hard_conditions_dual with (entries 1 0) 0.
  split; [split|split; [split; [exact I|]|split]].
  - intros [|[|j]] Hj; unfold normal_of, combination; simpl; lra || lia.
  - unfold balanced. simpl. lra.
  - intros [|[|[|[|i]]]] Hi; unfold decision, dot; simpl; lra || lia.
  - intros [|[|[|i]]] Hi; simpl; lra.
  - intros [|[|[|[|i]]]] Hi; unfold decision, dot; simpl; lra || lia.
Qed.
