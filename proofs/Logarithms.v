(** * Logarithms: the inequalities behind Winnow

    The graph of ln lies below its tangents and above its chords; near 1 it lies above a
    parabola; and cosh lies below exp(x^2/2). Where the book differentiates, so do we, with the
    mean value theorem. *)
Require Import Reals Lra Lia Psatz.
Open Scope R_scope.

Lemma ln_monotone x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros Hx [H| ->]; [left; now apply ln_increasing|lra]. Qed.

Lemma abs_between t c : Rabs t <= c -> - c <= t <= c.
Proof. unfold Rabs. destruct (Rcase_abs t); lra. Qed.

(** The graph of ln lies below its tangent at y. *)
Lemma ln_tangent x y : 0 < x -> 0 < y -> ln x <= ln y + (x - y) / y.
Proof.
  intros Hx Hy. pose proof (exp_ineq1_le (ln (x / y))) as T.
  assert (0 < / y) by now apply Rinv_0_lt_compat.
  rewrite exp_ln in T by now apply Rdiv_lt_0_compat.
  unfold Rdiv in T at 1. rewrite ln_mult, ln_Rinv in T by lra.
  replace ((x - y) / y) with (x / y - 1) by (field; lra). lra.
Qed.

(** A function that is 0 at 0 and has a derivative that is never negative. *)
Lemma nonneg_from_zero (f f' : R -> R) x :
  f 0 = 0 -> 0 <= x ->
  (forall c, 0 <= c <= x -> derivable_pt_lim f c (f' c)) ->
  (forall c, 0 <= c <= x -> 0 <= f' c) -> 0 <= f x.
Proof.
  intros Zero [Hx| <-] D Pos; [|lra].
  destruct (MVT_cor2 f f' 0 x Hx D) as (c & E & Hc). specialize (Pos c ltac:(lra)). nra.
Qed.

Lemma derive_ln_plus x : -1 < x -> derivable_pt_lim (fun t => ln (1 + t)) x (/ (1 + x)).
Proof.
  intros Hx. replace (/ (1 + x)) with (/ (1 + x) * (0 + 1)) by ring.
  apply (derivable_pt_lim_comp (fun t => 1 + t) ln).
  - apply derivable_pt_lim_plus; [apply derivable_pt_lim_const|apply derivable_pt_lim_id].
  - apply derivable_pt_lim_ln. lra.
Qed.

Lemma derive_ln_minus x : x < 1 -> derivable_pt_lim (fun t => ln (1 - t)) x (- / (1 - x)).
Proof.
  intros Hx. replace (- / (1 - x)) with (/ (1 - x) * (0 - 1)) by ring.
  apply (derivable_pt_lim_comp (fun t => 1 - t) ln).
  - apply derivable_pt_lim_minus; [apply derivable_pt_lim_const|apply derivable_pt_lim_id].
  - apply derivable_pt_lim_ln. lra.
Qed.

Lemma derive_square x : derivable_pt_lim (fun t => t ^ 2) x (2 * x).
Proof. replace (2 * x) with (INR 2 * x ^ 1) by (simpl; ring). apply derivable_pt_lim_pow. Qed.

(** A parabola below the logarithm. *)
Lemma parabola_below_ln x : - / 2 <= x -> x - x ^ 2 <= ln (1 + x).
Proof.
  intros Hx. set (f := fun t => ln (1 + t) - t + t ^ 2).
  set (f' := fun t => / (1 + t) - 1 + 2 * t).
  assert (D : forall c, -1 < c -> derivable_pt_lim f c (f' c)).
  { intros c Hc. apply derivable_pt_lim_plus; [|apply derive_square].
    apply derivable_pt_lim_minus; [now apply derive_ln_plus|apply derivable_pt_lim_id]. }
  assert (slope : forall c, -1 < c -> f' c * (1 + c) = c * (1 + 2 * c))
    by (intros c Hc; unfold f'; field; lra).
  enough (0 <= f x) by (unfold f in *; lra).
  assert (Zero : f 0 = 0) by (unfold f; replace (1 + 0) with 1 by ring; rewrite ln_1; ring).
  destruct (Rtotal_order x 0) as [Neg|[-> |Pos]]; [|lra|].
  - destruct (MVT_cor2 f f' x 0 Neg) as (c & E & Hc); [intros; apply D; lra|].
    pose proof (slope c ltac:(lra)). assert (f' c <= 0) by nra. nra.
  - destruct (MVT_cor2 f f' 0 x Pos) as (c & E & Hc); [intros; apply D; lra|].
    pose proof (slope c ltac:(lra)). assert (0 <= f' c) by nra. nra.
Qed.

(** The chord: for g between -1 and 1, ln (1 + e g) lies above the line between its two ends. *)
Lemma chord_below_ln e g :
  0 < e < 1 -> -1 <= g <= 1 ->
  (1 + g) / 2 * ln (1 + e) + (1 - g) / 2 * ln (1 - e) <= ln (1 + e * g).
Proof.
  intros He Hg. assert (Hy : 0 < 1 + e * g) by nra.
  pose proof (ln_tangent (1 + e) (1 + e * g) ltac:(lra) Hy) as Right.
  pose proof (ln_tangent (1 - e) (1 + e * g) ltac:(lra) Hy) as Left.
  apply (Rmult_le_compat_l ((1 + g) / 2)) in Right; [|lra].
  apply (Rmult_le_compat_l ((1 - g) / 2)) in Left; [|lra].
  assert (Cancel : (1 + g) / 2 * ((1 + e - (1 + e * g)) / (1 + e * g)) +
                   (1 - g) / 2 * ((1 - e - (1 + e * g)) / (1 + e * g)) = 0) by (field; lra).
  lra.
Qed.

(** Half the logarithm of (1 + e)/(1 - e), the slope of the chord. *)
Definition chord_slope (e : R) : R := (ln (1 + e) - ln (1 - e)) / 2.

Lemma derive_chord_slope x :
  -1 < x < 1 -> derivable_pt_lim chord_slope x (/ (1 - x ^ 2)).
Proof.
  intros Hx. replace (/ (1 - x ^ 2)) with ((/ (1 + x) - - / (1 - x)) * / 2)
    by (field; repeat split; nra).
  unfold chord_slope, Rdiv.
  replace ((/ (1 + x) - - / (1 - x)) * / 2)
    with ((/ (1 + x) - - / (1 - x)) * / 2 + (ln (1 + x) - ln (1 - x)) * 0) by ring.
  apply (derivable_pt_lim_mult (fun t => ln (1 + t) - ln (1 - t)) (fun _ => / 2));
    [|apply derivable_pt_lim_const].
  apply derivable_pt_lim_minus; [apply derive_ln_plus|apply derive_ln_minus]; lra.
Qed.

Lemma chord_slope_0 : chord_slope 0 = 0.
Proof. unfold chord_slope. rewrite Rplus_0_r, Rminus_0_r. lra. Qed.

Lemma chord_slope_ge e : 0 <= e < 1 -> e <= chord_slope e.
Proof.
  intros He. enough (0 <= chord_slope e - e) by lra.
  apply (nonneg_from_zero (fun t => chord_slope t - t) (fun t => / (1 - t ^ 2) - 1));
    [rewrite chord_slope_0; ring|lra| |].
  - intros c Hc. apply derivable_pt_lim_minus; [apply derive_chord_slope; lra|].
    apply derivable_pt_lim_id.
  - intros c Hc. assert (0 < 1 - c ^ 2 <= 1) by nra.
    enough (1 <= / (1 - c ^ 2)) by lra. rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.

(** What an update with the linear factors is worth (h of the book). *)
Lemma chord_worth e :
  0 <= e < 1 -> e ^ 2 / 2 <= e * chord_slope e + (ln (1 + e) + ln (1 - e)) / 2.
Proof.
  intros He. set (h := fun t => t * chord_slope t + (ln (1 + t) + ln (1 - t)) * / 2 - t ^ 2 * / 2).
  enough (0 <= h e) by (unfold h in *; lra).
  apply (nonneg_from_zero h (fun t => chord_slope t - t)); [| lra| |].
  - unfold h. rewrite Rplus_0_r, Rminus_0_r, ln_1. ring.
  - intros c Hc. replace (chord_slope c - c) with
      (1 * chord_slope c + c * / (1 - c ^ 2)
       + ((/ (1 + c) + - / (1 - c)) * / 2 + (ln (1 + c) + ln (1 - c)) * 0)
       - (2 * c * / 2 + c ^ 2 * 0)) by (field; repeat split; nra).
    apply derivable_pt_lim_minus.
    + apply derivable_pt_lim_plus.
      * apply (derivable_pt_lim_mult id chord_slope); [apply derivable_pt_lim_id|].
        apply derive_chord_slope. lra.
      * apply (derivable_pt_lim_mult (fun t => ln (1 + t) + ln (1 - t)) (fun _ => / 2));
          [|apply derivable_pt_lim_const].
        apply derivable_pt_lim_plus; [apply derive_ln_plus|apply derive_ln_minus]; lra.
    + apply (derivable_pt_lim_mult (fun t => t ^ 2) (fun _ => / 2));
        [apply derive_square|apply derivable_pt_lim_const].
  - intros c Hc. pose proof (chord_slope_ge c ltac:(lra)). lra.
Qed.

(** ** For the exponential update *)

Lemma cosh_positive x : 0 < cosh x.
Proof. unfold cosh. pose proof (exp_pos x). pose proof (exp_pos (- x)). lra. Qed.

Lemma sinh_nonneg x : 0 <= x -> 0 <= sinh x.
Proof.
  intros [Hx| <-]; [|rewrite sinh_0; lra].
  unfold sinh. assert (exp (- x) < exp x) by (apply exp_increasing; lra). lra.
Qed.

(** exp lies below its chord on [-e, e]. *)
Lemma exp_below_chord e g : -1 <= g <= 1 -> exp (e * g) <= cosh e + sinh e * g.
Proof.
  assert (tangent : forall x y, exp y * (1 + x - y) <= exp x).
  { intros x y. replace (exp x) with (exp y * exp (x - y)) by (rewrite <- exp_plus; f_equal; ring).
    apply Rmult_le_compat_l; [left; apply exp_pos|]. pose proof (exp_ineq1_le (x - y)). lra. }
  intros Hg. unfold cosh, sinh.
  pose proof (tangent e (e * g)) as A. pose proof (tangent (- e) (e * g)) as B.
  apply (Rmult_le_compat_r (1 + g)) in A; [|lra].
  apply (Rmult_le_compat_r (1 - g)) in B; [|lra]. lra.
Qed.

Lemma sinh_le_cosh x : 0 <= x -> sinh x <= x * cosh x.
Proof.
  intros Hx. enough (0 <= x * cosh x - sinh x) by lra.
  apply (nonneg_from_zero (fun t => t * cosh t - sinh t)
    (fun t => 1 * cosh t + t * sinh t - cosh t));
    [rewrite sinh_0; ring|exact Hx| |].
  - intros c _. apply derivable_pt_lim_minus; [|apply derivable_pt_lim_sinh].
    apply (derivable_pt_lim_mult id cosh); [apply derivable_pt_lim_id|apply derivable_pt_lim_cosh].
  - intros c Hc. pose proof (sinh_nonneg c ltac:(lra)). nra.
Qed.

Lemma ln_cosh_le x : 0 <= x -> ln (cosh x) <= x ^ 2 / 2.
Proof.
  intros Hx. enough (0 <= x ^ 2 * / 2 - ln (cosh x)) by lra.
  apply (nonneg_from_zero (fun t => t ^ 2 * / 2 - ln (cosh t))
    (fun t => 2 * t * / 2 + t ^ 2 * 0 - / cosh t * sinh t)); [|exact Hx| |].
  - rewrite cosh_0, ln_1. ring.
  - intros c _. apply derivable_pt_lim_minus.
    + apply (derivable_pt_lim_mult (fun t => t ^ 2) (fun _ => / 2));
        [apply derive_square|apply derivable_pt_lim_const].
    + apply (derivable_pt_lim_comp cosh ln); [apply derivable_pt_lim_cosh|].
      apply derivable_pt_lim_ln, cosh_positive.
  - intros c Hc. pose proof (sinh_le_cosh c ltac:(lra)) as S. pose proof (cosh_positive c).
    apply (Rmult_le_compat_l (/ cosh c)) in S; [|left; now apply Rinv_0_lt_compat].
    replace (/ cosh c * (c * cosh c)) with c in S by (field; lra). lra.
Qed.
