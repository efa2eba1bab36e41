(** * Duality

    The chapter proves weak duality for any functions, strong duality for convex functions with a
    point that leaves room, that the conditions of Karush, Kuhn and Tucker are sufficient and
    necessary, and what the dual of the hard margin is and when it is solved.

    A problem is a cost [f], k functions [g i] that are to be at most 0, and l functions [h j]
    that are to be 0. Its points are of any kind; in strong duality and in the conditions they
    are vectors. Optimal values are infima and suprema, and are spoken of where they are finite. *)
Require Import Reals Lra Lia Psatz FunctionalExtensionality.
From Margin Require Import Vectors Convexity Separability Programs MaximumMargin.
Open Scope R_scope.

(** [v] is the largest number that is not above any number of E. *)
Definition is_infimum (E : R -> Prop) (v : R) : Prop :=
  (forall e, E e -> v <= e) /\ (forall c, (forall e, E e -> c <= e) -> c <= v).

(** [v] is the smallest number that is not below any number of E. *)
Definition is_supremum (E : R -> Prop) (v : R) : Prop :=
  (forall e, E e -> e <= v) /\ (forall c, (forall e, E e -> e <= c) -> v <= c).

Lemma infimum_unique E u v : is_infimum E u -> is_infimum E v -> u = v.
Proof. intros [Lu Gu] [Lv Gv]. apply Rle_antisym; auto. Qed.

Lemma same_supremum (E F : R -> Prop) v :
  (forall e, E e <-> F e) -> is_supremum E v <-> is_supremum F v.
Proof.
  intros H. unfold is_supremum. split; intros [Up Least];
    (split; [intros e He; apply Up, H, He|intros c Hc; apply Least; intros e He; apply Hc, H, He]).
Qed.

Section Problem.
Variable Point : Type.
Variables k l : nat.                      (* how many inequalities, and how many equations *)
Variable f : Point -> R.                  (* the cost *)
Variable g : nat -> Point -> R.           (* to be at most 0 *)
Variable h : nat -> Point -> R.           (* to be 0 *)

Definition meets (w : Point) : Prop :=
  (forall i, (i < k)%nat -> g i w <= 0) /\ (forall j, (j < l)%nat -> h j w = 0).

Definition lagrangian (w : Point) (alpha beta : nat -> R) : R :=
  f w + sum k (fun i => alpha i * g i w) + sum l (fun j => beta j * h j w).

(** The dual function at alpha, beta is [v]. *)
Definition dual_value (alpha beta : nat -> R) (v : R) : Prop :=
  is_infimum (fun e => exists w, e = lagrangian w alpha beta) v.

(** p* and d*. *)
Definition primal_optimum (v : R) : Prop := is_infimum (fun e => exists w, meets w /\ e = f w) v.
Definition dual_optimum (v : R) : Prop :=
  is_supremum (fun e => exists alpha beta, nonneg k alpha /\ dual_value alpha beta e) v.

(** Step The charges are not positive: L(w, alpha, beta) is at most f(w). *)
Lemma charges w alpha beta : meets w -> nonneg k alpha -> lagrangian w alpha beta <= f w.
Proof.
  intros [G H] A. unfold lagrangian.
  rewrite (sum_all_zero l) by (intros j Hj; rewrite (H j Hj); ring).
  enough (0 <= sum k (fun i => - (alpha i * g i w))) by (rewrite sum_opp in *; lra).
  apply sum_nonneg. intros i Hi. specialize (G i Hi). specialize (A i Hi). nra.
Qed.

(** No dual value is above the cost of a feasible point.
    - feasible : the point meets the inequalities and the equations.
    - nonnegative : the multipliers of the inequalities are not negative.
    - value : v is the value of the dual function at these multipliers. *)
Theorem thm_weak_duality w alpha beta v
    (feasible : meets w) (nonnegative : nonneg k alpha) (value : dual_value alpha beta v) :
  v <= f w.
Proof.
  (* An infimum is at most each value. *)
  apply Rle_trans with (lagrangian w alpha beta); [apply value; now exists w|].
  now apply charges.
Qed.

(** Hence d* is not above p*.
    - primal : p is the optimal value of the problem.
    - dual : q is the optimal value of the dual problem. *)
Theorem thm_weak_duality_optima p q (primal : primal_optimum p) (dual : dual_optimum q) : q <= p.
Proof.
  (* The best of each. *)
  apply primal. intros e (w & F & ->). apply dual. intros e (alpha & beta & A & V).
  now apply thm_weak_duality with alpha beta.
Qed.

(** A problem whose cost is c times as large has c times the dual value at c times the
    multipliers. *)
Lemma lagrangian_scale c w alpha beta :
  c * f w + sum k (fun i => c * alpha i * g i w) + sum l (fun j => c * beta j * h j w)
  = c * lagrangian w alpha beta.
Proof.
  unfold lagrangian. rewrite (sum_ext k _ (fun i => c * (alpha i * g i w))) by (intros; ring).
  rewrite (sum_ext l _ (fun j => c * (beta j * h j w))) by (intros; ring).
  rewrite !sum_scale. ring.
Qed.

(** Where a feasible point costs what multipliers are worth, both are optimal. *)
Lemma values_meet w alpha beta :
  meets w -> nonneg k alpha -> dual_value alpha beta (f w) ->
  primal_optimum (f w) /\ dual_optimum (f w).
Proof.
  intros F A V. split; split.
  - intros e (w' & F' & ->). now apply thm_weak_duality with alpha beta.
  - intros c H. apply H. now exists w.
  - intros e (a' & b' & A' & V'). now apply thm_weak_duality with a' b'.
  - intros c H. apply H. now exists alpha, beta.
Qed.

(** If a feasible w attains p* and multipliers attain d* = p*, then they are a saddle.
    - primal : w is feasible and costs p.
    - dual : the multipliers are not negative and their dual value is p as well. *)
Theorem thm_strong_duality_saddle w alpha beta p (primal : meets w /\ f w = p)
    (dual : nonneg k alpha /\ dual_value alpha beta p) :
  lagrangian w alpha beta = p /\
  (forall a b, nonneg k a -> lagrangian w a b <= lagrangian w alpha beta) /\
  (forall w', lagrangian w alpha beta <= lagrangian w' alpha beta).
Proof.
  destruct primal as [F <-]. destruct dual as [A V].
  (* Squeezed. *)
  assert (E : lagrangian w alpha beta = f w).
  { apply Rle_antisym; [now apply charges|]. apply V. now exists w. }
  split; [exact E|]. rewrite E. split.
  - (* Left of the saddle. *) intros a b A'. now apply charges.
  - (* Right of the saddle. *) intros w'. apply V. now exists w'.
Qed.

(** Where L(w, alpha, beta) = f(w), all the products alpha_i g_i(w) are zero. *)
Lemma slackness w alpha beta :
  meets w -> nonneg k alpha -> lagrangian w alpha beta = f w ->
  forall i, (i < k)%nat -> alpha i * g i w = 0.
Proof.
  intros [G H] A E i Hi. unfold lagrangian in E.
  rewrite (sum_all_zero l) in E by (intros j Hj; rewrite (H j Hj); ring).
  assert (Z : - (alpha i * g i w) = 0); [|lra].
  apply (sum_eq_zero k (fun i => - (alpha i * g i w))); [|rewrite sum_opp; lra|exact Hi].
  intros j Hj. specialize (G j Hj). specialize (A j Hj). nra.
Qed.
End Problem.

Lemma dual_value_scale Point k l f g h c alpha beta v :
  0 < c ->
  dual_value Point k l f g h alpha beta v <->
  dual_value Point k l (fun w => c * f w) g h (fun i => c * alpha i) (fun j => c * beta j) (c * v).
Proof.
  intros Hc.
  assert (E : forall w, lagrangian Point k l (fun w => c * f w) g h w
      (fun i => c * alpha i) (fun j => c * beta j) = c * lagrangian Point k l f g h w alpha beta)
    by (intros; apply lagrangian_scale).
  split; intros [Low Great]; split.
  - intros e (w & ->). rewrite E. apply Rmult_le_compat_l; [lra|]. apply Low. now exists w.
  - intros u H. rewrite Rmult_comm. apply (Rmult_le_reg_r (/ c)); [now apply Rinv_0_lt_compat|].
    replace (v * c * / c) with v by (field; lra). apply Great. intros e (w & ->).
    apply (Rmult_le_reg_r c); [exact Hc|].
    replace (u * / c * c) with u by (field; lra). rewrite Rmult_comm, <- E. apply H. now exists w.
  - intros e (w & ->). apply Rmult_le_reg_l with c; [exact Hc|]. rewrite <- E. apply Low.
    now exists w.
  - intros u H. apply Rmult_le_reg_l with c; [exact Hc|]. apply Great. intros e (w & ->). rewrite E.
    apply Rmult_le_compat_l; [lra|]. apply H. now exists w.
Qed.

(** ** Strong duality *)

(** For convex f and g i and affine h j, with a point that meets the equations and leaves room in
    the inequalities: if p* is finite, some multipliers have the dual value p*, and d* = p*. (The
    book separates a convex set from a point; the proof here goes another way.)
    - convex_f : f is nowhere above its chords.
    - convex_g : the same of each g i.
    - affine_h : each h j is equal to its chords.
    - slater_point : some point meets the equations and leaves room in all inequalities.
    - finite : p is the optimal value of the problem. *)
Theorem thm_strong_duality k l (f : vec -> R) (g h : nat -> vec -> R) p
    (convex_f : convex vec mixture f)
    (convex_g : forall i, (i < k)%nat -> convex vec mixture (g i))
    (affine_h : forall j, (j < l)%nat -> affine vec mixture (h j))
    (slater_point : exists s, (forall i, (i < k)%nat -> g i s < 0) /\
                              (forall j, (j < l)%nat -> h j s = 0))
    (finite : primal_optimum vec k l f g h p) :
  (exists alpha beta, nonneg k alpha /\ dual_value vec k l f g h alpha beta p) /\
  dual_optimum vec k l f g h p.
Proof.
  destruct slater_point as (s & Gs & Hs).
  (* the points that meet the equations *)
  set (K := fun w : vec => forall j, (j < l)%nat -> h j w = 0).
  assert (AK : affine_set vec mixture K).
  { intros u v t Ku Kv j Hj. rewrite affine_h, (Ku j Hj), (Kv j Hj) by exact Hj. ring. }
  (* prices of the inequalities, on the points that meet the equations *)
  destruct (inequality_multipliers vec mixture k K f g p) as (alpha & A & L).
  - intros u v t _. apply AK.
  - now apply convex_is_convex_on.
  - intros i Hi. now apply convex_is_convex_on, convex_g.
  - now exists s.
  - intros w Kw G. apply finite. now exists w.
  - (* prices of the equations *)
    destruct (equation_multipliers vec mixture l (fun _ => True)
      (fun w => (f w + - p) + sum k (fun i => alpha i * g i w)) h) as (beta & B).
    + intros u v t _ _. exact I.
    + apply convex_on_plus.
      * intros u v t Ht _ _. specialize (convex_f u v t Ht). lra.
      * apply convex_on_sum; [exact A|]. intros i Hi. now apply convex_is_convex_on, convex_g.
    + exact affine_h.
    + exists s. split; [exact I|exact Hs].
    + intros w _ Kw. specialize (L w Kw). lra.
    + assert (V : dual_value vec k l f g h alpha beta p).
      { split.
        - intros e (w & ->). specialize (B w I). unfold lagrangian. lra.
        - intros c H. apply finite. intros e (w & F & ->).
          apply Rle_trans with (lagrangian vec k l f g h w alpha beta); [apply H; now exists w|].
          now apply charges. }
      split; [now exists alpha, beta|]. split.
      * intros e (a & b & A' & V'). apply finite. intros e' (w & F & ->).
        now apply thm_weak_duality with k l g h a b.
      * intros c H. apply H. now exists alpha, beta.
Qed.

(** ** The conditions of Karush, Kuhn and Tucker *)

(** The gradient of F at w is v: near w, F is F(w) + v . u but for less than any multiple of |u|. *)
Definition is_gradient (d : nat) (F : vec -> R) (w v : vec) : Prop :=
  forall eps, 0 < eps -> exists delta, 0 < delta /\ forall u, norm d u < delta ->
    Rabs (F (vplus w u) - F w - dot d v u) <= eps * norm d u.

Lemma gradient_scale d F w v c :
  is_gradient d F w v -> is_gradient d (fun z => c * F z) w (vscale c v).
Proof.
  intros H eps Heps. pose proof (Rabs_pos c) as Hc.
  destruct (H (eps / (1 + Rabs c))) as (delta & Hd & G); [apply lt_quotient; lra|].
  exists delta. split; [exact Hd|]. intros u Hu. specialize (G u Hu). rewrite dot_scale_l.
  replace (c * F (vplus w u) - c * F w - c * dot d v u)
    with (c * (F (vplus w u) - F w - dot d v u)) by ring.
  rewrite Rabs_mult. apply Rle_trans with (Rabs c * (eps / (1 + Rabs c) * norm d u)).
  - now apply Rmult_le_compat_l.
  - assert (E : Rabs c * (eps / (1 + Rabs c)) <= eps).
    { replace (Rabs c * (eps / (1 + Rabs c))) with (Rabs c * eps / (1 + Rabs c)) by (field; lra).
      apply quotient_le; nra. }
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply norm_nonneg|exact E].
Qed.

Lemma gradient_plus d F G w v z :
  is_gradient d F w v -> is_gradient d G w z -> is_gradient d (fun p => F p + G p) w (vplus v z).
Proof.
  intros HF HG eps Heps. destruct (HF (eps / 2) ltac:(lra)) as (r & Hr & LF).
  destruct (HG (eps / 2) ltac:(lra)) as (s & Hs & LG).
  exists (Rmin r s). split; [now apply Rmin_glb_lt|]. intros u Hu.
  pose proof (Rmin_l r s). pose proof (Rmin_r r s).
  specialize (LF u ltac:(lra)). specialize (LG u ltac:(lra)). rewrite dot_plus_l.
  replace (F (vplus w u) + G (vplus w u) - (F w + G w) - (dot d v u + dot d z u))
    with ((F (vplus w u) - F w - dot d v u) + (G (vplus w u) - G w - dot d z u)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Lemma gradient_sum d n (a : nat -> R) (F : nat -> vec -> R) w (v : nat -> vec) :
  (forall i, (i < n)%nat -> is_gradient d (F i) w (v i)) ->
  is_gradient d (fun z => sum n (fun i => a i * F i z)) w (combination n a v).
Proof.
  induction n as [|n IH]; intros H.
  - intros eps Heps. exists 1. split; [lra|]. intros u _. simpl.
    rewrite (dot_ext d (combination 0 a v) vzero u u (fun j _ => eq_refl) (fun j _ => eq_refl)).
    rewrite dot_zero_l.
    replace (0 - 0 - 0) with 0 by ring. rewrite Rabs_R0. pose proof (norm_nonneg d u). nra.
  - apply gradient_plus; [apply IH; intros i Hi; apply H; lia|]. apply gradient_scale, H. lia.
Qed.

Lemma mixture_is_step t w w' : mixture t w w' = vplus w (vscale t (vminus w' w)).
Proof.
  apply functional_extensionality. intros j. unfold mixture, vplus, vscale, vminus. ring.
Qed.

(** Step A tangent stays below: where the gradient is zero, a convex function is smallest. *)
Lemma convex_least d F w :
  convex vec mixture F -> is_gradient d F w vzero -> forall w', F w <= F w'.
Proof.
  intros C G w'. apply le_of_all_eps. intros eps Heps.
  pose proof (norm_nonneg d (vminus w' w)) as N.
  set (r := norm d (vminus w' w)) in *.
  destruct (G (eps / (1 + r))) as (delta & Hd & L); [apply lt_quotient; lra|].
  set (t := delta / (1 + delta + r)).
  assert (Ht : 0 < t <= 1) by (split; [apply lt_quotient|apply quotient_le]; lra).
  assert (Len : norm d (vscale t (vminus w' w)) = t * r)
    by (rewrite norm_scale, Rabs_pos_eq by lra; reflexivity).
  assert (Small : t * r < delta).
  { unfold t. replace (delta / (1 + delta + r) * r) with (delta * r / (1 + delta + r))
      by (field; lra). apply quotient_lt; nra. }
  specialize (L (vscale t (vminus w' w))). rewrite Len, dot_zero_l in L. specialize (L Small).
  specialize (C w w' t ltac:(lra)). rewrite mixture_is_step in C. apply within_abs in L.
  assert (E : eps / (1 + r) * r <= eps).
  { replace (eps / (1 + r) * r) with (eps * r / (1 + r)) by (field; lra). apply quotient_le; nra. }
  assert (t * (eps / (1 + r) * r) <= t * eps) by (apply Rmult_le_compat_l; lra).
  apply Rmult_le_reg_l with t; [lra|]. lra.
Qed.

(** A differentiable function has a zero gradient where it is smallest. *)
Lemma least_gradient d F w v : (forall w', F w <= F w') -> is_gradient d F w v -> veq d v vzero.
Proof.
  intros Least G. apply norm_zero. apply Rle_antisym; [|apply norm_nonneg].
  apply le_of_all_eps. intros eps Heps. rewrite Rplus_0_l.
  destruct (G eps Heps) as (delta & Hd & L). pose proof (norm_nonneg d v) as N.
  destruct (Rle_lt_or_eq_dec 0 (norm d v) N) as [P|E]; [|lra].
  set (t := delta / (2 * norm d v)). assert (Ht : 0 < t) by (apply lt_quotient; lra).
  assert (Len : norm d (vscale (- t) v) = t * norm d v)
    by (rewrite norm_scale, Rabs_Ropp, Rabs_pos_eq by lra; reflexivity).
  assert (Half : t * norm d v = delta / 2) by (unfold t; field; lra).
  specialize (L (vscale (- t) v)). rewrite Len, dot_scale_r, <- norm_sqr in L.
  specialize (L ltac:(lra)). apply within_abs in L. specialize (Least (vplus w (vscale (- t) v))).
  apply Rmult_le_reg_l with (t * norm d v); nra.
Qed.

Section Conditions.
Variables d k l : nat.
Variable f : vec -> R.
Variables g h : nat -> vec -> R.
Variable w : vec.
Variable grad_f : vec.                    (* the gradients at w *)
Variables grad_g grad_h : nat -> vec.

(** The four conditions: stationarity, primal feasibility, dual feasibility, complementary
    slackness. *)
Definition conditions (alpha beta : nat -> R) : Prop :=
  veq d (vplus (vplus grad_f (combination k alpha grad_g)) (combination l beta grad_h)) vzero /\
  meets vec k l g h w /\ nonneg k alpha /\
  (forall i, (i < k)%nat -> alpha i * g i w = 0).

(** The gradients are those of the functions at w. *)
Definition gradients : Prop :=
  is_gradient d f w grad_f /\ (forall i, (i < k)%nat -> is_gradient d (g i) w (grad_g i)) /\
  (forall j, (j < l)%nat -> is_gradient d (h j) w (grad_h j)).

Lemma gradient_lagrangian alpha beta :
  gradients ->
  is_gradient d (fun z => lagrangian vec k l f g h z alpha beta) w
    (vplus (vplus grad_f (combination k alpha grad_g)) (combination l beta grad_h)).
Proof.
  intros (Gf & Gg & Gh). unfold lagrangian. apply gradient_plus; [apply gradient_plus|];
    [exact Gf|now apply gradient_sum|now apply gradient_sum].
Qed.

(** Sufficient: if w and the multipliers meet the four conditions, then w solves the problem, the
    multipliers solve the dual, and p* = d* = L.
    - differentiable : the functions have gradients at w.
    - convex_f : f is nowhere above its chords.
    - convex_g : the same of each g i.
    - affine_h : each h j is equal to its chords.
    - conditions_hold : the four conditions. *)
Theorem thm_kkt alpha beta (differentiable : gradients) (convex_f : convex vec mixture f)
    (convex_g : forall i, (i < k)%nat -> convex vec mixture (g i))
    (affine_h : forall j, (j < l)%nat -> affine vec mixture (h j))
    (conditions_hold : conditions alpha beta) :
  dual_value vec k l f g h alpha beta (f w) /\ lagrangian vec k l f g h w alpha beta = f w /\
  primal_optimum vec k l f g h (f w) /\ dual_optimum vec k l f g h (f w).
Proof.
  destruct conditions_hold as (Stationary & Feasible & A & Slack).
  (* The Lagrangian is convex in w. *)
  assert (C : convex vec mixture (fun z => lagrangian vec k l f g h z alpha beta)).
  { intros u v t Ht. unfold lagrangian.
    pose proof (convex_on_sum vec mixture (fun _ => True) k alpha g A
      (fun i Hi => convex_is_convex_on _ _ _ _ (convex_g i Hi)) u v t Ht I I) as Cg.
    assert (Ch : sum l (fun j => beta j * h j (mixture t u v))
      = (1 - t) * sum l (fun j => beta j * h j u) + t * sum l (fun j => beta j * h j v)).
    { rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros j Hj.
      rewrite (affine_h j Hj). ring. }
    specialize (convex_f u v t Ht). cbv beta in Cg. lra. }
  assert (Least : forall z, lagrangian vec k l f g h w alpha beta
                            <= lagrangian vec k l f g h z alpha beta).
  { apply (convex_least d _ w C). intros eps Heps.
    destruct (gradient_lagrangian alpha beta differentiable eps Heps) as (delta & Hd & L).
    exists delta. split; [exact Hd|]. intros u Hu. specialize (L u Hu).
    now rewrite (dot_ext d _ vzero u u Stationary (fun j _ => eq_refl)) in L. }
  (* The charges vanish. *)
  assert (E : lagrangian vec k l f g h w alpha beta = f w).
  { unfold lagrangian. rewrite !sum_all_zero; [ring| |exact Slack].
    intros j Hj. rewrite (proj2 Feasible j Hj). ring. }
  (* Weak duality. *)
  assert (V : dual_value vec k l f g h alpha beta (f w)).
  { rewrite <- E. split; [intros e (z & ->); apply Least|]. intros c H. apply H. now exists w. }
  split; [exact V|split; [exact E|]]. now apply values_meet with alpha beta.
Qed.

(** Necessary: if w attains p*, the multipliers attain d*, and p* = d*, then they meet the four
    conditions.
    - differentiable : the functions have gradients at w.
    - feasible : w meets the inequalities and the equations.
    - attains_p : what w costs is the optimal value of the problem.
    - nonnegative : the multipliers of the inequalities are not negative.
    - attains_d : their dual value q is the optimal value of the dual.
    - no_gap : the two optimal values are equal. *)
Theorem thm_kkt_necessary alpha beta q (differentiable : gradients)
    (feasible : meets vec k l g h w) (attains_p : primal_optimum vec k l f g h (f w))
    (nonnegative : nonneg k alpha)
    (attains_d : dual_value vec k l f g h alpha beta q /\ dual_optimum vec k l f g h q)
    (no_gap : f w = q) :
  conditions alpha beta.
Proof.
  (* Squeezed. *)
  destruct attains_d as [V _]. rewrite <- no_gap in V.
  destruct (thm_strong_duality_saddle vec k l f g h w alpha beta (f w)) as (E & _ & Right);
    [now split|now split|].
  split; [|split; [|split]].
  - (* Stationarity. *)
    apply (least_gradient d (fun z => lagrangian vec k l f g h z alpha beta) w).
    + exact Right.
    + now apply gradient_lagrangian.
  - (* Feasible. *) exact feasible.
  - exact nonnegative.
  - (* Slackness. *) now apply slackness with l f h beta.
Qed.
End Conditions.

(** ** The dual of the hard margin *)
Section HardMargin.
Variables d n : nat.
Variable x : nat -> vec.
Variable y : nat -> R.

(** The program with a bias, its unknowns the pairs (w, b), and the program without, in the form
    of the chapter: a cost, and functions that are to be at most 0. There are no equations. *)
Definition room (P : vec * R) (i : nat) : R := 1 - y i * decision d (fst P) (snd P) (x i).
Definition svm_value (a : nat -> R) (v : R) : Prop :=
  dual_value (vec * R) n 0 (fun P => cost d (fst P)) (fun i P => room P i) (fun _ _ => 0)
    a (fun _ => 0) v.
Definition svm_value_origin (a : nat -> R) (v : R) : Prop :=
  dual_value vec n 0 (cost d) (fun i w => room (w, 0) i) (fun _ _ => 0) a (fun _ => 0) v.

(** The Lagrangian, sorted by its unknowns. *)
Lemma svm_lagrangian a w b :
  cost d w + sum n (fun i => a i * room (w, b) i)
  = worth d n x y a + cost d (vminus w (normal_of n x y a)) - b * sum n (fun i => a i * y i).
Proof.
  unfold room. simpl.
  rewrite (sum_ext n _ (fun i => a i - a i * (y i * decision d w b (x i)))) by (intros; ring).
  rewrite sum_minus, weighed_decisions, worth_norm. unfold cost. rewrite norm_minus_sqr. lra.
Qed.

(** The dual of the hard margin with a bias: the dual function is sum a_i minus half of
    sum a_i a_j y_i y_j x_i . x_j where the multipliers balance; elsewhere the Lagrangian falls
    below every number c, so that such multipliers do not count. *)
Theorem thm_svm_dual a :
  (sum n (fun i => a i * y i) = 0 -> svm_value a (worth d n x y a)) /\
  (sum n (fun i => a i * y i) <> 0 -> forall c, exists w b,
     cost d w + sum n (fun i => a i * room (w, b) i) < c).
Proof.
  (* With a bias. *)
  split; intros B.
  - unfold svm_value, dual_value, lagrangian. split.
    + intros e ([w b] & ->). simpl. rewrite Rplus_0_r, svm_lagrangian, B.
      pose proof (cost_nonneg d (vminus w (normal_of n x y a))). lra.
    + intros c H. apply H. exists (normal_of n x y a, 0). simpl. rewrite Rplus_0_r, svm_lagrangian.
      rewrite (proj1 (cost_difference d _ _) (fun j _ => eq_refl)), B. ring.
  - (* Least over b. *)
    intros c. exists (normal_of n x y a).
    exists ((worth d n x y a - c + 1) / sum n (fun i => a i * y i)).
    rewrite svm_lagrangian, (proj1 (cost_difference d _ _) (fun j _ => eq_refl)).
    replace ((worth d n x y a - c + 1) / sum n (fun i => a i * y i) * sum n (fun i => a i * y i))
      with (worth d n x y a - c + 1) by (field; exact B). lra.
Qed.

(** So the dual problem is to maximize this where the multipliers are not negative and balance. *)
Theorem thm_svm_dual_optimum v :
  dual_optimum (vec * R) n 0 (fun P => cost d (fst P)) (fun i P => room P i) (fun _ _ => 0) v <->
  is_supremum (fun e => exists a, nonneg n a /\ sum n (fun i => a i * y i) = 0 /\
                                  e = worth d n x y a) v.
Proof.
  apply same_supremum. intros e. split.
  - (* multipliers with a dual value balance: elsewhere the Lagrangian falls without end *)
    intros (a & beta & A & V). exists a. split; [exact A|].
    assert (V' : svm_value a e) by exact V. destruct (thm_svm_dual a) as [Yes No].
    destruct (Req_dec (sum n (fun i => a i * y i)) 0) as [B|N].
    2:{ destruct (No N e) as (w & b & Lt). destruct V' as [Low _].
        assert (e <= cost d w + sum n (fun i => a i * room (w, b) i) + 0)
          by (apply Low; now exists (w, b)). lra. }
    split; [exact B|]. apply (infimum_unique _ _ _ V' (Yes B)).
  - (* and multipliers that balance have the value of the last theorem *)
    intros (a & A & B & ->). exists a, (fun _ => 0). split; [exact A|]. now apply thm_svm_dual.
Qed.

(** Without a bias the dual function is the same, and no balance is asked for. *)
Theorem thm_svm_dual_origin a : svm_value_origin a (worth d n x y a).
Proof.
  (* Without. *)
  unfold svm_value_origin, dual_value, lagrangian. split.
  - intros e (w & ->). simpl. rewrite Rplus_0_r, svm_lagrangian.
    pose proof (cost_nonneg d (vminus w (normal_of n x y a))). lra.
  - intros c H. apply H. exists (normal_of n x y a). simpl. rewrite Rplus_0_r, svm_lagrangian.
    rewrite (proj1 (cost_difference d _ _) (fun j _ => eq_refl)). ring.
Qed.

(** Without the half: with |w|^2 in place of |w|^2 / 2 the hyperplanes are the same; the dual value
    at doubled multipliers is doubled; and w is half of the sum that they make. *)
Theorem thm_svm_dual_unhalved :
  (forall w b, hard_margin true d n x y w b <->
     feasible true d n x y w b /\
     forall w' b', feasible true d n x y w' b' -> norm d w ^ 2 <= norm d w' ^ 2) /\
  (forall a v, svm_value a v <->
     dual_value (vec * R) n 0 (fun P => norm d (fst P) ^ 2) (fun i P => room P i) (fun _ _ => 0)
       (fun i => 2 * a i) (fun _ => 0) (2 * v)) /\
  (forall a, veq d (normal_of n x y a) (vscale (/ 2) (normal_of n x y (fun i => 2 * a i)))).
Proof.
  split; [|split].
  - intros w b. unfold hard_margin, cost. split; intros [F L]; (split; [exact F|]);
      intros w' b' F'; specialize (L w' b' F'); lra.
  - (* Without the half. *)
    intros a v. unfold svm_value.
    rewrite (dual_value_scale _ _ _ _ _ _ 2 a (fun _ => 0) v) by lra.
    assert (E : (fun P : vec * R => 2 * cost d (fst P)) = (fun P => norm d (fst P) ^ 2)).
    { apply functional_extensionality. intros P. unfold cost. lra. }
    rewrite E, Rmult_0_r. reflexivity.
  - intros a j _. unfold vscale, normal_of, combination. rewrite <- sum_scale.
    apply sum_ext. intros. field.
Qed.

(** With a bias or without, w = sum a_i y_i x_i at every pair of solutions without a gap.
    - primal : the pair solves the program.
    - dual : the multipliers solve the dual.
    - no_gap : they have the same value. *)
Theorem thm_svm_dual_normal bias w b a (primal : hard_margin bias d n x y w b)
    (dual : hard_dual bias d n x y a) (no_gap : cost d w = worth d n x y a) :
  veq d w (normal_of n x y a).
Proof.
  (* The solution. *)
  apply (hard_conditions_no_gap bias d n x y w b a).
  destruct primal as [F _]. destruct dual as (A & B & _). now repeat split; try apply F.
Qed.

(** The multipliers of the points of label s, and 0 for the others. *)
Definition of_label (s : R) (mu : nat -> R) : nat -> R :=
  fun i => if Req_EM_T (y i) s then mu i else 0.

(** Strong duality of the hard margin. The weights mu of the nearest points p and q of the hulls
    make multipliers 2 mu_i / |p - q|^2 that solve the dual; the hyperplane of [thm_hulls] solves
    the program; both are worth 2 / |p - q|^2.
    - labels : all labels are 1 or -1.
    - separable : some hyperplane separates the points.
    - nonnegative : the weights are not negative.
    - weights_plus : the weights of label 1 add up to 1.
    - weights_minus : the weights of label -1 add up to 1.
    - closest : the points p and q that they make are as close to each other as possible. *)
Theorem thm_hard_margin_duality mu (labels : labelled n y) (separable : separable d n x y)
    (nonnegative : nonneg n mu)
    (weights_plus : sum n (of_label 1 mu) = 1) (weights_minus : sum n (of_label (-1) mu) = 1) :
  let p := combination n (of_label 1 mu) x in
  let q := combination n (of_label (-1) mu) x in
  let v := vminus p q in
  let w := vscale (2 / norm d v ^ 2) v in
  let b := - / 2 * dot d w (vplus p q) in
  let a := fun i => 2 / norm d v ^ 2 * mu i in
  forall closest : nearest d n x y p q,
  hard_margin true d n x y w b /\ hard_dual true d n x y a /\
  cost d w = 2 / norm d v ^ 2 /\ worth d n x y a = 2 / norm d v ^ 2.
Proof.
  intros p q v w b a closest.
  assert (Both : both_labels n y).
  { assert (H : forall s, sum n (of_label s mu) = 1 -> exists i, (i < n)%nat /\ y i = s).
    { intros s S. destruct (Classical_Prop.classic (exists i, (i < n)%nat /\ y i = s)) as [E|N];
        [exact E|exfalso]. rewrite sum_all_zero in S; [lra|]. intros i Hi. unfold of_label.
      destruct (Req_EM_T (y i) s); [exfalso; apply N; now exists i|reflexivity]. }
    split; now apply H. }
  assert (Apart : hulls_apart d n x y) by now apply thm_hulls_apart.
  (* The hyperplane. *)
  destruct (thm_hulls d n x y p q labels Both Apart closest) as (S & Can & _ & Len).
  fold v in S, Can, Len. fold w in S, Can, Len. fold b in S, Can.
  assert (Hv : 0 < norm d v).
  { destruct (norm_nonneg d v) as [P|Z]; [exact P|exfalso]. destruct Can as [Hw _].
    unfold w in Hw. rewrite norm_scale, <- Z, Rmult_0_r in Hw. lra. }
  assert (Cost : cost d w = 2 / norm d v ^ 2) by (unfold cost; rewrite Len; field; lra).
  assert (Pos : 0 < 2 / norm d v ^ 2) by (apply lt_quotient; [now apply pow_lt|lra]).
  (* The multipliers are feasible. *)
  assert (Split : forall i, (i < n)%nat ->
    mu i = of_label 1 mu i + of_label (-1) mu i /\
    mu i * y i = of_label 1 mu i - of_label (-1) mu i).
  { intros i Hi. unfold of_label. destruct (labels i Hi) as [Y|Y]; rewrite Y.
    - destruct (Req_EM_T 1 1); [|lra]. destruct (Req_EM_T 1 (-1)); lra.
    - destruct (Req_EM_T (-1) 1); [lra|]. destruct (Req_EM_T (-1) (-1)); lra. }
  assert (A : nonneg n a).
  { intros i Hi. apply Rmult_le_pos; [lra|now apply nonnegative]. }
  assert (B : balanced true n y a).
  { unfold balanced, a. rewrite (sum_ext n _ (fun i => 2 / norm d v ^ 2 * (mu i * y i)))
      by (intros; ring). rewrite sum_scale.
    rewrite (sum_ext n _ (fun i => of_label 1 mu i - of_label (-1) mu i))
      by (intros; now apply Split).
    rewrite sum_minus, weights_plus, weights_minus. ring. }
  (* They make the hyperplane. *)
  assert (W : veq d w (normal_of n x y a)).
  { intros j Hj.
    transitivity (2 / norm d v ^ 2 * sum n (fun i => mu i * y i * x i j)).
    - unfold w, vscale. f_equal. unfold v, p, q, vminus, combination.
      rewrite <- sum_minus. apply sum_ext. intros i Hi.
      rewrite (proj2 (Split i Hi)). ring.
    - unfold normal_of, combination, a. rewrite <- sum_scale. apply sum_ext. intros. ring. }
  (* What they are worth. *)
  assert (Worth : worth d n x y a = 2 / norm d v ^ 2).
  { rewrite worth_norm, <- (cost_ext d w _ W), Cost. unfold a. rewrite sum_scale.
    rewrite (sum_ext n _ (fun i => of_label 1 mu i + of_label (-1) mu i))
      by (intros; now apply Split).
    rewrite sum_plus, weights_plus, weights_minus. field. lra. }
  (* They meet. *)
  split; [exact S|split; [|now split]].
  apply hard_conditions_dual with w b. apply hard_conditions_no_gap.
  split; [apply S|split; [exact A|split; [exact B|now rewrite Cost, Worth]]].
Qed.

(** For the hard margin, with a bias or through the origin, the conditions of Karush, Kuhn and
    Tucker are sufficient and necessary: a pair solves the program if and only if some multipliers
    meet the conditions with it.
    - enough : both labels are there (through the origin: some point is).
    - labels : all labels are 1 or -1. *)
Theorem thm_hard_margin_duality_conditions bias w b (enough : enough_labels bias n y)
    (labels : labelled n y) :
  hard_margin bias d n x y w b <-> exists a, hard_conditions bias d n x y w b a.
Proof.
  split; [|intros (a & K); now apply hard_conditions_sufficient with a].
  intros S. destruct (hard_solutions_exist bias d n x y enough labels) as (w0 & b0 & a & K).
  { exists w, b. apply S. }
  exists a. apply hard_solutions_meet; auto. now apply hard_conditions_dual with w0 b0.
Qed.
End HardMargin.
