(** * Sanity of the chapter on duality

    A problem on the line that meets all hypotheses (minimize x^2 / 2 where x is at least 1), and
    one without a Slater point for which strong duality fails (minimize x where x^2 <= 0). *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Convexity Separability Programs MaximumMargin Duality.
From Margin Require Import SanitySeparability SanityMaximumMargin.
Open Scope R_scope.

(** The gradient of |w|^2 / 2 is w, and that of an affine function is its normal. *)
Lemma gradient_cost d w : is_gradient d (cost d) w w.
Proof.
  intros eps Heps. exists (2 * eps). split; [lra|]. intros u Hu. unfold cost.
  rewrite norm_plus_sqr. pose proof (norm_nonneg d u).
  replace (/ 2 * (norm d w ^ 2 + 2 * dot d w u + norm d u ^ 2) - / 2 * norm d w ^ 2 - dot d w u)
    with (/ 2 * norm d u * norm d u) by field.
  rewrite Rabs_pos_eq by nra. nra.
Qed.

Lemma gradient_affine d z c w : is_gradient d (fun w => c - dot d z w) w (vscale (-1) z).
Proof.
  intros eps Heps. exists 1. split; [lra|]. intros u _. rewrite dot_plus_r, dot_scale_l.
  replace (c - (dot d z w + dot d z u) - (c - dot d z w) - -1 * dot d z u) with 0 by ring.
  rewrite Rabs_R0. pose proof (norm_nonneg d u). nra.
Qed.

(** Minimise x^2 / 2 where 1 - x <= 0: x = 1 and alpha = 1 meet the four conditions. *)
Definition at_least_1 : nat -> vec -> R := fun _ w => 1 - dot 1 one w.
Definition no_equation : nat -> vec -> R := fun _ _ => 0.

Lemma convex_at_least_1 i : convex vec mixture (at_least_1 i).
Proof. apply affine_is_convex. intros p q t. unfold at_least_1. rewrite dot_mixture_r. ring. Qed.

Example kkt_applies :
  gradients 1 1 0 (cost 1) at_least_1 no_equation one one (fun _ => vscale (-1) one)
    (fun _ => vzero)
  /\ conditions 1 1 0 at_least_1 no_equation one one (fun _ => vscale (-1) one) (fun _ => vzero)
       (fun _ => 1) (fun _ => 0).
Proof.
  split.
  { split; [apply gradient_cost|split; [intros i _; apply gradient_affine|intros j Hj; lia]]. }
  unfold conditions, meets, at_least_1, one, dot. split; [|split; [split|split]].
  - intros j _. unfold vplus, combination, vscale, vzero. simpl. lra.
  - intros i _. simpl. lra.
  - intros j Hj. lia.
  - intros i _. lra.
  - intros i _. simpl. lra.
Qed.

(** So its optimal value is 1/2, and all hypotheses of strong duality are met. *)
Example strong_duality_applies :
  convex vec mixture (cost 1) /\ (forall i, convex vec mixture (at_least_1 i)) /\
  (exists s, forall i, (i < 1)%nat -> at_least_1 i s < 0) /\
  primal_optimum vec 1 0 (cost 1) at_least_1 no_equation (cost 1 one).
Proof.
  assert (C : convex vec mixture (cost 1)) by (intros p q t Ht; now apply cost_convex).
  split; [exact C|split; [exact convex_at_least_1|split]].
  - exists (vscale 2 one). intros i _. unfold at_least_1, dot, vscale, one. simpl. lra.
  - destruct kkt_applies as [G K].
    apply (thm_kkt 1 1 0 (cost 1) at_least_1 no_equation one one (fun _ => vscale (-1) one)
      (fun _ => vzero) (fun _ => 1) (fun _ => 0) G C); [|intros j Hj; lia|exact K].
    intros i _. apply convex_at_least_1.
Qed.

(** Without a Slater point strong duality may fail: minimize x where x^2 <= 0. Only 0 is feasible,
    so p* = 0, but no multiplier has the dual value 0. *)
Definition square_is_0 : nat -> vec -> R := fun _ w => dot 1 w w.

Example slater_point_is_needed :
  convex vec mixture (fun w => w O) /\ (forall i, convex vec mixture (square_is_0 i)) /\
  primal_optimum vec 1 0 (fun w => w O) square_is_0 no_equation 0 /\
  forall alpha beta, nonneg 1 alpha ->
    ~ dual_value vec 1 0 (fun w => w O) square_is_0 no_equation alpha beta 0.
Proof.
  split; [|split; [|split]].
  - intros p q t _. unfold mixture. lra.
  - intros i p q t Ht. unfold square_is_0. rewrite <- !norm_sqr.
    pose proof (cost_convex 1 t p q Ht) as K. unfold cost in K. lra.
  - assert (Z : forall w, dot 1 w w <= 0 -> w O = 0).
    { intros w H. unfold dot in H. simpl in H. nra. }
    split.
    + intros e (w & [G _] & ->). rewrite (Z w); [lra|]. apply (G O). lia.
    + intros c H. apply H. exists vzero. split; [split|reflexivity].
      * intros i _. unfold square_is_0. rewrite dot_zero_l. lra.
      * intros j Hj. lia.
  - intros alpha beta A [Low _]. specialize (A O ltac:(lia)). set (a := alpha O) in *.
    assert (L : 0 <= - / (a + 1) + a * (/ (a + 1)) ^ 2).
    { apply Low. exists (fun _ => - / (a + 1)). unfold lagrangian, square_is_0, dot. simpl.
      fold a. ring. }
    replace (- / (a + 1) + a * (/ (a + 1)) ^ 2) with (- (/ (a + 1)) ^ 2) in L by (field; lra).
    assert (0 < (/ (a + 1)) ^ 2) by (apply pow_lt, Rinv_0_lt_compat; lra). lra.
Qed.

(** And the Slater point has to meet the equations, as the book says: minimize x over (x, y) where
    x^2 - y <= 0 and y = 0. At (0, 1) the inequality has room, and p* = 0; but no multipliers have
    the dual value 0. *)
Definition parabola : nat -> vec -> R := fun _ w => w O ^ 2 - w 1%nat.
Definition ground : nat -> vec -> R := fun _ w => w 1%nat.

Example slater_point_meets_the_equations :
  (forall i, convex vec mixture (parabola i)) /\ (forall j, affine vec mixture (ground j)) /\
  (exists s, forall i, parabola i s < 0) /\
  primal_optimum vec 1 1 (fun w => w O) parabola ground 0 /\
  forall alpha beta, nonneg 1 alpha ->
    ~ dual_value vec 1 1 (fun w => w O) parabola ground alpha beta 0.
Proof.
  split; [|split; [|split; [|split]]].
  - intros i p q t Ht. unfold parabola, mixture. pose proof (pow2_ge_0 (p O - q O)).
    assert (0 <= t * (1 - t)) by nra. nra.
  - intros j p q t. reflexivity.
  - exists (fun j => match j with O => 0 | _ => 1 end). intros i. unfold parabola. lra.
  - split.
    + intros e (w & [G H] & ->). specialize (G O ltac:(lia)). specialize (H O ltac:(lia)).
      unfold parabola, ground in *. rewrite H in G. pose proof (pow2_ge_0 (w O)).
      assert (w O ^ 2 = 0) by lra. nra.
    + intros c H. apply H. exists vzero. unfold parabola, ground, vzero. split; [split|reflexivity].
      * intros i _. lra.
      * intros j _. reflexivity.
  - intros alpha beta A [Low _]. specialize (A O ltac:(lia)). set (a := alpha O) in *.
    (* already on the ground, y = 0, the Lagrangian x + alpha x^2 falls below 0 *)
    assert (L : 0 <= - / (a + 1) + a * (/ (a + 1)) ^ 2).
    { apply Low. exists (fun j => match j with O => - / (a + 1) | _ => 0 end).
      unfold lagrangian, parabola, ground. simpl. fold a. ring. }
    replace (- / (a + 1) + a * (/ (a + 1)) ^ 2) with (- (/ (a + 1)) ^ 2) in L by (field; lra).
    assert (0 < (/ (a + 1)) ^ 2) by (apply pow_lt, Rinv_0_lt_compat; lra). lra.
Qed.

(** The dual of the numbers 1 and -1: the multipliers 1/2 and 1/2 are worth what the hyperplane
    costs. *)
Example no_gap_ends : cost 1 one = worth 1 2 ends_on_line ends (fun _ => 1 / 2).
Proof. apply (hard_conditions_no_gap true 1 2 ends_on_line ends one 0), conditions_ends. Qed.
