(** * Sanity of Winnow's chapter

    One row with the single entry 1/2: the mixture w = (1) wins 1/2 from it. The hypotheses of the
    bounds hold, and there is a run with an update. And four points for which the right side of the
    theorem on two margins is reached: the book's cube, in one dimension. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Runs Maximum Perceptron Winnow.
Open Scope R_scope.

Definition half_row (i : nat) : vec := fun _ => / 2.
Definition unit_weight : vec := fun _ => 1.

Theorem winnow_has_an_example :
  scaled_rows 1 1 half_row /\ mixture_with_margin 1 1 half_row unit_weight (/ 2) /\
  winnow 1 1 half_row (/ 2) 1 (multiply (gain 1 half_row) (linear (/ 2)) ones 0).
Proof.
  split; [|split].
  - intros i j _ _. unfold half_row. rewrite Rabs_pos_eq; lra.
  - split.
    + unfold norm_1, unit_weight. simpl. rewrite Rabs_R1. lra.
    + intros i _. unfold dot, unit_weight, half_row. simpl. lra.
  - apply run_step; [apply run_start|lia|]. unfold winnow_mistake, plane, dot, ones. simpl. lra.
Qed.

(** The numbers 1 and -1, labeled by their signs: the lifted signed points are (1, 1), (1, -1). *)
Definition sign (i : nat) : R := match i with O => 1 | _ => -1 end.
Definition number (i : nat) : vec := fun _ => sign i.
Definition first_axis : vec := fun j => match j with O => 1 | _ => 0 end.

Lemma dot_cube w i : (i < 2)%nat -> dot 2 w (lifted 1 number sign i) = w 0%nat + sign i * w 1%nat.
Proof.
  intros Hi. unfold dot, lifted, append, vscale, number. simpl.
  destruct i as [|[|i]]; simpl; [ring|ring|lia].
Qed.

Lemma norm_cube i : (i < 2)%nat -> norm 2 (lifted 1 number sign i) = sqrt 2.
Proof.
  intros Hi. apply norm_unique; [apply sqrt_pos|]. rewrite pow2_sqrt, dot_cube by (lra || exact Hi).
  unfold lifted, append, vscale, number. simpl. destruct i as [|[|i]]; simpl; [ring|ring|lia].
Qed.

Lemma norm_inf_cube i : (i < 2)%nat -> norm_inf 2 (lifted 1 number sign i) = 1.
Proof.
  intros Hi. unfold lifted, append, vscale, number. simpl.
  destruct i as [|[|i]]; simpl; [| |lia].
  - rewrite !Rmult_1_l, Rabs_R1. unfold Rmax. repeat destruct Rle_dec; lra.
  - replace (-1 * -1) with 1 by ring. rewrite Rabs_R1, (Rabs_left (-1)) by lra. unfold Rmax.
    repeat destruct Rle_dec; lra.
Qed.

(** On the cube gamma_W = sqrt(d + 1) gamma_P: the right side of thm_two_margins is reached. *)
Theorem two_margins_reached :
  best (margin_W_at_least 2 2 (lifted 1 number sign)) 1 /\
  best (margin_P_at_least 2 2 (lifted 1 number sign)) (1 / sqrt 2) /\
  1 = sqrt (INR 2) * (1 / sqrt 2).
Proof.
  assert (Root : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  (* one of the two points is on the other side of the second entry *)
  assert (Worst : forall w, exists i, (i < 2)%nat /\
            dot 2 w (lifted 1 number sign i) <= Rabs (w 0%nat)).
  { intros w. destruct (Rle_or_lt (w 1%nat) 0).
    - exists 0%nat. split; [lia|]. rewrite dot_cube by lia. simpl.
      pose proof (Rle_abs (w 0%nat)). lra.
    - exists 1%nat. split; [lia|]. rewrite dot_cube by lia. simpl.
      pose proof (Rle_abs (w 0%nat)). lra. }
  assert (Win : forall i, (i < 2)%nat -> dot 2 first_axis (lifted 1 number sign i) = 1)
    by (intros i Hi; rewrite dot_cube by exact Hi; simpl; ring).
  assert (N1 : norm_1 2 first_axis = 1).
  { unfold norm_1. simpl. rewrite Rabs_R0, Rabs_R1. ring. }
  assert (N2 : norm 2 first_axis = 1).
  { apply norm_unique; [lra|]. unfold dot. simpl. ring. }
  split; [|split]; [split|split|].
  - exists first_axis. split; [lra|]. intros i Hi.
    rewrite Win, N1, norm_inf_cube by exact Hi. lra.
  - intros w g [Hw M]. destruct (Worst w) as (i & Hi & L). specialize (M i Hi).
    rewrite norm_inf_cube, Rmult_1_r in M by exact Hi. apply Rle_trans with (1 := M).
    apply quotient_le; [exact Hw|]. apply Rle_trans with (1 := L). rewrite Rmult_1_l.
    unfold norm_1. simpl. pose proof (Rabs_pos (w 1%nat)). lra.
  - exists first_axis. split; [lra|]. intros i Hi.
    rewrite Win, N2, norm_cube, Rmult_1_l by exact Hi. lra.
  - intros w g [Hw M]. destruct (Worst w) as (i & Hi & L). specialize (M i Hi).
    rewrite norm_cube in M by exact Hi. apply Rle_trans with (1 := M).
    apply quotient_le; [nra|]. apply Rle_trans with (1 := L).
    replace (1 / sqrt 2 * (norm 2 w * sqrt 2)) with (norm 2 w) by (field; lra).
    apply Rle_trans with (norm_inf 2 w); [apply entry_le_norm_inf; lia|apply norm_inf_le_norm].
  - simpl. replace (1 + 1) with 2 by ring. field. lra.
Qed.
