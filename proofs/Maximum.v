(** * Maximum: a best vector exists

    A function that changes by at most L times the distance has a largest value on the box of all
    vectors with entries between -1 and 1, one coordinate after the other, and so on the vectors
    of norm 1. Hence the largest margin of the book's definitions exists. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors.
Open Scope R_scope.

(** The sum of the absolute entries of w. *)
Definition norm_1 D (w : vec) : R := sum D (fun j => Rabs (w j)).

(** How far two vectors are apart: the sum of the distances of their entries. *)
Definition apart D (x y : vec) : R := norm_1 D (vminus x y).

(** [f] changes by at most [L] times the distance. *)
Definition lipschitz D (L : R) (f : vec -> R) : Prop := forall x y, f x - f y <= L * apart D x y.

Definition in_box D (x : vec) : Prop := forall j, (j < D)%nat -> -1 <= x j <= 1.

Lemma norm_1_nonneg D w : 0 <= norm_1 D w.
Proof. apply sum_nonneg. intros. apply Rabs_pos. Qed.

Lemma norm_1_scale D c w : norm_1 D (vscale c w) = Rabs c * norm_1 D w.
Proof. unfold norm_1. rewrite <- sum_scale. apply sum_ext. intros. apply Rabs_mult. Qed.

Lemma entry_le_norm_1 D w j : (j < D)%nat -> Rabs (w j) <= norm_1 D w.
Proof.
  intros Hj. apply (sum_term_le D (fun j => Rabs (w j))); [intros; apply Rabs_pos|exact Hj].
Qed.

Lemma norm_le_norm_1 D c : norm D c <= norm_1 D c.
Proof.
  apply norm_le_iff; [apply norm_1_nonneg|].
  replace (norm_1 D c ^ 2) with (norm_1 D c * norm_1 D c) by ring.
  unfold norm_1 at 1. rewrite <- sum_scale_r. apply sum_le. intros j Hj.
  pose proof (entry_le_norm_1 D c j Hj). pose proof (Rabs_pos (c j)).
  pose proof (pow2_abs (c j)). nra.
Qed.

Lemma apart_nonneg D x y : 0 <= apart D x y.
Proof. apply norm_1_nonneg. Qed.

Lemma apart_sym D x y : apart D x y = apart D y x.
Proof. apply sum_ext. intros. apply Rabs_minus_sym. Qed.

Lemma lipschitz_ext D L f x y : lipschitz D L f -> veq D x y -> f x <= f y.
Proof.
  intros Lip E. specialize (Lip x y). replace (apart D x y) with 0 in Lip; [lra|].
  symmetry. apply sum_all_zero. intros j Hj. unfold vminus. rewrite E by exact Hj.
  replace (y j - y j) with 0 by ring. apply Rabs_R0.
Qed.

Lemma apart_append D x y s t :
  apart (S D) (append D x s) (append D y t) = apart D x y + Rabs (s - t).
Proof.
  unfold apart, norm_1, vminus. simpl. rewrite !append_last. f_equal. apply sum_ext.
  intros j Hj. now rewrite !append_below.
Qed.

Lemma apart_same D x : apart D x x = 0.
Proof.
  apply sum_all_zero. intros j _. unfold vminus. replace (x j - x j) with 0 by ring. apply Rabs_R0.
Qed.

(** One coordinate: the largest value of f (x, t) for t between -1 and 1. *)
Section OneCoordinate.
Variables (D : nat) (L : R) (f : vec -> R).
Hypothesis L_nonneg : 0 <= L.
Hypothesis f_lipschitz : lipschitz (S D) L f.

Definition value_at (x : vec) (v : R) : Prop := exists t, -1 <= t <= 1 /\ v = f (append D x t).

Lemma values_near x s t : f (append D x s) - f (append D x t) <= L * Rabs (s - t).
Proof.
  pose proof (f_lipschitz (append D x s) (append D x t)) as H.
  now rewrite apart_append, apart_same, Rplus_0_l in H.
Qed.

Lemma values_bounded x : bound (value_at x).
Proof.
  exists (f (append D x 0) + L). intros v (t & Ht & ->).
  pose proof (values_near x t 0) as B. rewrite Rminus_0_r in B.
  assert (Rabs t <= 1) by (apply Rabs_le; lra). nra.
Qed.

Lemma some_value x : exists v, value_at x v.
Proof. exists (f (append D x 0)), 0. split; [lra|reflexivity]. Qed.

Definition largest_value (x : vec) : R :=
  proj1_sig (completeness (value_at x) (values_bounded x) (some_value x)).

Lemma largest_value_is x : is_lub (value_at x) (largest_value x).
Proof. apply (proj2_sig (completeness _ _ _)). Qed.

Lemma largest_value_above x t : -1 <= t <= 1 -> f (append D x t) <= largest_value x.
Proof.
  intros Ht. destruct (largest_value_is x) as [Up _]. apply Up. now exists t.
Qed.

Lemma largest_value_least x c :
  (forall t, -1 <= t <= 1 -> f (append D x t) <= c) -> largest_value x <= c.
Proof.
  intros H. destruct (largest_value_is x) as [_ Least]. apply Least.
  intros v (t & Ht & ->). now apply H.
Qed.

Lemma largest_value_reached x :
  exists t, -1 <= t <= 1 /\ largest_value x <= f (append D x t).
Proof.
  destruct (continuity_ab_maj (fun t => f (append D x t)) (-1) 1) as (t & Max & Ht); [lra| |].
  - intros c _ e He. exists (e / (L + 1)). split; [apply Rdiv_lt_0_compat; lra|].
    intros t [_ Near]. simpl in *. unfold R_dist in *.
    pose proof (values_near x t c). pose proof (values_near x c t) as Back.
    rewrite Rabs_minus_sym in Back. pose proof (Rabs_pos (t - c)).
    assert ((L + 1) * Rabs (t - c) < e).
    { apply (Rmult_lt_compat_l (L + 1)) in Near; [|lra].
      replace ((L + 1) * (e / (L + 1))) with e in Near by (field; lra). exact Near. }
    apply Rabs_def1; nra.
  - exists t. split; [exact Ht|]. now apply largest_value_least.
Qed.

Lemma largest_value_lipschitz : lipschitz D L largest_value.
Proof.
  intros x y. enough (largest_value x <= largest_value y + L * apart D x y) by lra.
  apply largest_value_least. intros t Ht. pose proof (largest_value_above y t Ht).
  pose proof (f_lipschitz (append D x t) (append D y t)) as B.
  rewrite apart_append, (Rminus_diag_eq t t), Rabs_R0, Rplus_0_r in B by reflexivity. lra.
Qed.
End OneCoordinate.

(** The box has a best vector. *)
Theorem box_maximum D : forall L f, 0 <= L -> lipschitz D L f ->
  exists x, in_box D x /\ forall y, in_box D y -> f y <= f x.
Proof.
  induction D as [|D IH]; intros L f HL Lip.
  - exists vzero. split; [intros j Hj; lia|]. intros y _. now apply (lipschitz_ext 0 L).
  - destruct (IH L (largest_value D L f HL Lip) HL (largest_value_lipschitz D L f HL Lip))
      as (x & Hx & Best).
    destruct (largest_value_reached D L f HL Lip x) as (t & Ht & Reached).
    exists (append D x t). split.
    + intros j Hj. unfold append. destruct (Nat.ltb_spec j D); [now apply Hx|exact Ht].
    + intros y Hy. apply Rle_trans with (f (append D y (y D))).
      * apply (lipschitz_ext (S D) L); [exact Lip|]. intros j Hj. unfold append.
        destruct (Nat.ltb_spec j D); [reflexivity|]. now replace j with D by lia.
      * pose proof (largest_value_above D L f HL Lip y (y D) (Hy D ltac:(lia))).
        pose proof (Best y (fun j Hj => Hy j ltac:(lia))). lra.
Qed.

(** And so have the vectors of norm 1, for a norm that keeps them in the box: of all vectors in the
    box one is best in having norm 1 and a value close to the supremum. *)
Theorem sphere_maximum D LN Lf (N f : vec -> R) :
  0 <= LN -> 0 <= Lf -> lipschitz D LN N -> lipschitz D Lf f ->
  (forall w, N w = 1 -> in_box D w) -> (exists w, N w = 1) ->
  exists w, N w = 1 /\ forall v, N v = 1 -> f v <= f w.
Proof.
  intros HN Hf LipN Lipf Box [w1 Hw1].
  destruct (completeness (fun v => exists w, N w = 1 /\ v = f w)) as [s [Up Least]].
  { exists (f vzero + Lf * INR D). intros v (w & Hw & ->). pose proof (Lipf w vzero) as B.
    assert (apart D w vzero <= INR D).
    { rewrite <- (Rmult_1_r (INR D)), <- sum_const. apply sum_le. intros j Hj.
      pose proof (Box w Hw j Hj). unfold vminus, vzero. apply Rabs_le. lra. }
    nra. }
  { now exists (f w1), w1. }
  set (p := fun w => - (Rabs (N w - 1) + Rmax 0 (s - f w))).
  assert (Lipp : lipschitz D (LN + Lf) p).
  { intros x y. pose proof (LipN y x) as A. pose proof (LipN x y) as A'.
    pose proof (Lipf x y) as B. rewrite (apart_sym D y x) in A. pose proof (apart_nonneg D x y).
    unfold p, Rabs, Rmax. destruct (Rcase_abs (N x - 1)), (Rcase_abs (N y - 1)),
      (Rle_dec 0 (s - f x)), (Rle_dec 0 (s - f y)); nra. }
  destruct (box_maximum D (LN + Lf) p ltac:(lra) Lipp) as (w & Hw & Best).
  assert (Zero : 0 <= p w).
  { apply Rnot_lt_le. intros Neg.
    assert (Near : exists v, N v = 1 /\ s + p w < f v).
    { apply Classical_Prop.NNPP. intros None. enough (s <= s + p w) by lra. apply Least.
      intros v (v' & Hv' & ->). apply Rnot_lt_le. intros L. apply None. now exists v'. }
    destruct Near as (v & Hv & Close). specialize (Best v (Box v Hv)).
    unfold p at 1 in Best. rewrite Hv, Rminus_diag_eq, Rabs_R0 in Best by reflexivity.
    unfold Rmax in Best. destruct (Rle_dec 0 (s - f v)); lra. }
  unfold p in Zero. pose proof (Rabs_pos (N w - 1)). pose proof (Rmax_l 0 (s - f w)).
  pose proof (Rmax_r 0 (s - f w)). exists w. split.
  - enough (N w - 1 = 0) by lra. destruct (Req_dec (N w - 1) 0) as [E|NE]; [exact E|].
    apply Rabs_pos_lt in NE. lra.
  - intros v Hv. assert (f v <= s) by (apply Up; now exists v). lra.
Qed.

(** ** The best of the smallest *)

(** The smallest of g_0, ..., g_m. *)
Fixpoint smallest (m : nat) (g : nat -> R) : R :=
  match m with
  | O => g O
  | S k => Rmin (smallest k g) (g (S k))
  end.

Lemma smallest_le m g i : (i <= m)%nat -> smallest m g <= g i.
Proof.
  induction m as [|m IH]; intros Hi; simpl; [replace i with 0%nat by lia; lra|].
  destruct (Nat.eq_dec i (S m)) as [->|]; [apply Rmin_r|].
  apply Rle_trans with (smallest m g); [apply Rmin_l|apply IH; lia].
Qed.

Lemma le_smallest m g c : (forall i, (i <= m)%nat -> c <= g i) -> c <= smallest m g.
Proof.
  intros H. induction m as [|m IH]; simpl; [apply H; lia|].
  apply Rmin_glb; [apply IH; intros; apply H; lia|apply H; lia].
Qed.

Lemma smallest_lipschitz D m (L : nat -> R) (g : nat -> vec -> R) :
  (forall i, 0 <= L i) -> (forall i, lipschitz D (L i) (g i)) ->
  lipschitz D (sum (S m) L) (fun w => smallest m (fun i => g i w)).
Proof.
  intros HL Lip x y. enough (smallest m (fun i => g i x) - sum (S m) L * apart D x y <=
    smallest m (fun i => g i y)) by lra.
  apply le_smallest. intros i Hi. pose proof (smallest_le m (fun i => g i x) i Hi) as Least.
  cbv beta in Least. pose proof (Lip i x y). pose proof (apart_nonneg D x y).
  assert (L i <= sum (S m) L) by (apply sum_term_le; [intros; apply HL|lia]). nra.
Qed.

Lemma dot_lipschitz D c : lipschitz D (norm_1 D c) (fun w => dot D w c).
Proof.
  intros x y. rewrite <- dot_minus_l. rewrite Rmult_comm. unfold apart, norm_1 at 1.
  rewrite <- sum_scale_r. apply sum_le. intros j Hj. pose proof (entry_le_norm_1 D c j Hj).
  apply Rle_trans with (1 := Rle_abs _). rewrite Rabs_mult.
  pose proof (Rabs_pos (vminus x y j)). nra.
Qed.

(** The largest smallest quotient w.a_i/(|w| c_i) exists, for any norm |w|.
    - some_point : There is a point.
    - c_positive : The numbers c_i are above 0.
    - scales : A multiple of w has a multiple of its norm.
    - changes : The norm changes by at most the distance.
    - in_the_box : A vector of norm 1 has entries between -1 and 1.
    - some_vector : There is a vector of norm above 0. *)
Theorem largest_quotient D m (a : nat -> vec) (c : nat -> R) (N : vec -> R)
  (some_point : (0 < m)%nat)
  (c_positive : forall i, (i < m)%nat -> 0 < c i)
  (scales : forall r w, N (vscale r w) = Rabs r * N w)
  (changes : lipschitz D 1 N)
  (in_the_box : forall w, N w = 1 -> in_box D w)
  (some_vector : exists w, 0 < N w) :
  exists g, (exists w, 0 < N w /\ forall i, (i < m)%nat -> g <= dot D w (a i) / (N w * c i)) /\
    forall w h, 0 < N w -> (forall i, (i < m)%nat -> h <= dot D w (a i) / (N w * c i)) -> h <= g.
Proof.
  destruct m as [|m]; [lia|].
  assert (unit : forall w, 0 < N w -> N (vscale (/ N w) w) = 1).
  { intros w Hw. rewrite scales, Rabs_pos_eq by (left; now apply Rinv_0_lt_compat).
    now apply Rinv_l, Rgt_not_eq. }
  (* numbers that are positive for all i, and those of the points for the points *)
  set (c' := fun i => if (i <? S m)%nat then c i else 1).
  assert (c'_positive : forall i, 0 < c' i)
    by (intros i; unfold c'; destruct (Nat.ltb_spec i (S m)); [auto|lra]).
  set (f := fun w => smallest m (fun i => dot D w (vscale (/ c' i) (a i)))).
  assert (Lip : lipschitz D (sum (S m) (fun i => norm_1 D (vscale (/ c' i) (a i)))) f).
  { apply (smallest_lipschitz D m (fun i => norm_1 D (vscale (/ c' i) (a i)))
      (fun i w => dot D w (vscale (/ c' i) (a i)))).
    - intros i. apply norm_1_nonneg.
    - intros i. apply dot_lipschitz. }
  destruct (sphere_maximum D 1 _ N f ltac:(lra)
    (sum_nonneg _ _ (fun i _ => norm_1_nonneg D (vscale (/ c' i) (a i)))) changes Lip in_the_box)
    as (w & Hw & Best).
  { destruct some_vector as [w Hw]. exists (vscale (/ N w) w). now apply unit. }
  assert (c_is : forall i, (i <= m)%nat -> c' i = c i)
    by (intros i Hi; unfold c'; destruct (Nat.ltb_spec i (S m)); [reflexivity|lia]).
  exists (f w). split.
  - exists w. split; [lra|]. intros i Hi. rewrite Hw, Rmult_1_l, <- c_is by lia.
    apply Rle_trans with (dot D w (vscale (/ c' i) (a i))).
    + apply (smallest_le m (fun i => dot D w (vscale (/ c' i) (a i)))). lia.
    + rewrite dot_scale_r. right. unfold Rdiv. ring.
  - intros v h Hv H. apply Rle_trans with (f (vscale (/ N v) v)); [|apply Best; now apply unit].
    apply le_smallest. intros i Hi. specialize (H i ltac:(lia)).
    rewrite dot_scale_l, dot_scale_r, c_is by exact Hi.
    pose proof (c_positive i ltac:(lia)).
    replace (/ N v * (/ c i * dot D v (a i))) with (dot D v (a i) / (N v * c i)) by (field; lra).
    exact H.
Qed.

(** The two norms for which it is used. *)
Lemma norm_1_lipschitz D : lipschitz D 1 (norm_1 D).
Proof.
  intros x y. rewrite Rmult_1_l. unfold apart, norm_1. rewrite <- sum_minus. apply sum_le.
  intros j _. unfold vminus. pose proof (Rabs_triang (x j - y j) (y j)) as T.
  replace (x j - y j + y j) with (x j) in T by ring. lra.
Qed.

Lemma norm_1_box D w : norm_1 D w = 1 -> in_box D w.
Proof.
  intros H j Hj. pose proof (entry_le_norm_1 D w j Hj) as E. rewrite H in E.
  unfold Rabs in E. destruct (Rcase_abs (w j)); lra.
Qed.

Lemma norm_lipschitz D : lipschitz D 1 (norm D).
Proof.
  intros x y. rewrite Rmult_1_l.
  apply Rle_trans with (norm D (vminus x y)); [|apply norm_le_norm_1].
  pose proof (norm_triangle D (vminus x y) y) as T.
  rewrite (norm_ext D (vplus (vminus x y) y) x) in T; [lra|].
  intros j _. unfold vplus, vminus. ring.
Qed.

Lemma norm_box D w : norm D w = 1 -> in_box D w.
Proof.
  intros H j Hj. assert (w j * w j <= 1).
  { replace 1 with (norm D w ^ 2) by (rewrite H; ring). rewrite norm_sqr.
    apply (sum_term_le D (fun j => w j * w j)); [|exact Hj]. intros. apply Rle_0_sqr. }
  nra.
Qed.

Lemma some_norm D : (0 < D)%nat -> exists w, 0 < norm D w /\ 0 < norm_1 D w.
Proof.
  intros HD. exists (fun _ => 1). assert (0 < norm D (fun _ => 1)).
  { apply lt_of_squares; [apply norm_nonneg|]. rewrite norm_sqr. unfold dot. rewrite sum_const.
    apply lt_0_INR in HD. lra. }
  split; [assumption|]. pose proof (norm_le_norm_1 D (fun _ => 1)). lra.
Qed.
