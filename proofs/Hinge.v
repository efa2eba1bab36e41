(** * The hinge

    The chapter proves that the program with slack is the problem of minimizing F_C, a sum of hinges
    and a square; that F_C is convex; that the hinge bounds the number of mistakes; and how fast
    averaged stochastic subgradient descent comes down.

    In the descent the points are signed points [z i], i < n, hyperplanes go through the origin, and
    the number of draws made before a step is counted from 0, where the book counts steps from 1. *)
Require Import Reals Lra Lia Psatz FunctionalExtensionality.
From Margin Require Import Vectors Convexity Separability Programs MaximumMargin.
From Margin Require Import SupportVectors Slack.
Open Scope R_scope.

(** The hinge loss of z = y f(x), and the zero-one loss. *)
Definition hinge (z : R) : R := Rmax 0 (1 - z).
Definition zero_one (z : R) : R := if Rle_dec z 0 then 1 else 0.

Section Hinge.
Variable bias : bool.
Variables d n : nat.
Variable x : nat -> vec.
Variable y : nat -> R.

(** The hinge problem: minimize F_C(w, b) = |w|^2 / 2 + C sum h(y_i f(x_i)). *)
Definition hinge_cost (C : R) (w : vec) (b : R) : R :=
  cost d w + C * sum n (fun i => hinge (y i * decision d w b (x i))).

Definition minimises_hinge (C : R) (w : vec) (b : R) : Prop :=
  allowed bias b /\ forall w' b', allowed bias b' -> hinge_cost C w b <= hinge_cost C w' b'.

(** Step The bill: with its hinges for slack, a hyperplane costs F_C. *)
Lemma hinge_bill C w b : soft_cost d n C w (hinge_slack d x y w b) = hinge_cost C w b.
Proof. reflexivity. Qed.

(** Step No triple is below it: a feasible triple costs at least F_C. *)
Lemma hinge_least C w b xi :
  0 < C -> slack_feasible bias d n x y w b xi -> hinge_cost C w b <= soft_cost d n C w xi.
Proof.
  intros HC F. rewrite <- hinge_bill. unfold soft_cost. apply Rplus_le_compat_l.
  apply Rmult_le_compat_l; [lra|]. apply sum_le. intros i Hi.
  now apply (hinge_slack_least bias d n).
Qed.

(** A triple solves the program with slack if and only if (w, b) minimizes F_C and each slack is the
    hinge; and the two minimal values are equal.
    - price : C is above 0. *)
Theorem thm_slack_is_hinge C w b xi (price : 0 < C) :
  (soft_margin bias d n x y C w b xi <->
   minimises_hinge C w b /\
   forall i, (i < n)%nat -> xi i = Rmax 0 (1 - y i * decision d w b (x i))) /\
  (soft_margin bias d n x y C w b xi -> soft_cost d n C w xi = hinge_cost C w b).
Proof.
  assert (Same : (forall i, (i < n)%nat -> xi i = hinge_slack d x y w b i) ->
    soft_cost d n C w xi = hinge_cost C w b).
  { intros E. rewrite <- hinge_bill. unfold soft_cost. now rewrite (sum_ext n xi _ E). }
  split; [split|].
  - (* From the program to the hinge. *)
    intros S. pose proof (soft_slack_is_hinge bias d n x y C w b xi price S) as E.
    split; [|exact E]. destruct S as [F Least]. split; [apply F|]. intros w' b' Hb'.
    rewrite <- (Same E), <- hinge_bill. apply Least with b'. now apply hinge_slack_feasible.
  - (* From the hinge to the program. *)
    intros [[Hb Least] E]. split.
    + split; [exact Hb|]. intros i Hi. rewrite (E i Hi).
      now apply (hinge_slack_feasible bias d n x y w b Hb).
    + intros w' b' xi' F'. rewrite (Same E).
      apply Rle_trans with (hinge_cost C w' b'); [apply Least, F'|]. now apply hinge_least.
  - intros S. apply Same. now apply soft_slack_is_hinge with bias C.
Qed.

(** ** The hinge is convex *)

(** Step The larger of two: the hinge is convex. *)
Lemma hinge_convex t z z' :
  0 <= t <= 1 -> hinge ((1 - t) * z + t * z') <= (1 - t) * hinge z + t * hinge z'.
Proof.
  intros Ht. unfold hinge.
  pose proof (Rmax_l 0 (1 - z)). pose proof (Rmax_r 0 (1 - z)).
  pose proof (Rmax_l 0 (1 - z')). pose proof (Rmax_r 0 (1 - z')). apply Rmax_lub; nra.
Qed.

(** For each labeled point the hinge of a hyperplane is convex in (w, b); hence so is F_C, if C is
    not negative. *)
Theorem thm_hinge_convex :
  (forall p s, convex (vec * R) pair_mix (fun P => hinge (s * decision d (fst P) (snd P) p))) /\
  (forall C, 0 <= C -> convex (vec * R) pair_mix (fun P => hinge_cost C (fst P) (snd P))).
Proof.
  assert (One : forall p s,
    convex (vec * R) pair_mix (fun P => hinge (s * decision d (fst P) (snd P) p))).
  { intros p s P Q t Ht. simpl. rewrite decision_mixture.
    replace (s * ((1 - t) * decision d (fst P) (snd P) p + t * decision d (fst Q) (snd Q) p))
      with ((1 - t) * (s * decision d (fst P) (snd P) p) + t * (s * decision d (fst Q) (snd Q) p))
      by ring. now apply hinge_convex. }
  split; [exact One|]. intros C HC P Q t Ht.
  (* Sums. *)
  set (M := pair_mix t P Q).
  assert (S : sum n (fun i => hinge (y i * decision d (fst M) (snd M) (x i)))
    <= (1 - t) * sum n (fun i => hinge (y i * decision d (fst P) (snd P) (x i)))
       + t * sum n (fun i => hinge (y i * decision d (fst Q) (snd Q) (x i)))).
  { rewrite <- !sum_scale, <- sum_plus. apply sum_le. intros i _. now apply (One (x i) (y i) P Q). }
  pose proof (cost_convex d t (fst P) (fst Q) Ht) as K. unfold hinge_cost.
  apply (Rmult_le_compat_l C) in S; [|exact HC]. simpl in *. lra.
Qed.

(** A local minimum of F_C, with a bias, is a global one.
    - price : C is not negative.
    - radius : the neighborhood has a positive radius r.
    - local_minimum : (w, b) is the best of all pairs whose w and b are closer than r. *)
Theorem thm_hinge_convex_local C w b r (price : 0 <= C) (radius : 0 < r)
    (local_minimum : forall w' b', norm d (vminus w' w) < r -> Rabs (b' - b) < r ->
       hinge_cost C w b <= hinge_cost C w' b') :
  forall w' b', hinge_cost C w b <= hinge_cost C w' b'.
Proof.
  (* the pairs (w, b) are vectors with one entry more *)
  set (g := fun v : vec => hinge_cost C v (v d)).
  assert (G : forall u a, g (append d u a) = hinge_cost C u a).
  { intros u a. assert (E : veq d (append d u a) u) by (intros j Hj; now apply append_below).
    unfold g, hinge_cost. rewrite append_last, (cost_ext d _ _ E). do 2 f_equal.
    apply sum_ext. intros i _. unfold decision.
    now rewrite (dot_ext d _ u (x i) (x i) E (fun j _ => eq_refl)). }
  intros w' b'. rewrite <- !G.
  apply (thm_local_global (S d) (fun _ => True) g (append d w b) r).
  - intros p q t _ _ _. exact I.
  - intros p q t Ht _ _. apply (proj2 thm_hinge_convex C price (p, p d) (q, q d) t Ht).
  - exact I.
  - exact radius.
  - intros Q _ Near. rewrite G. unfold g at 1.
    assert (Sq : norm (S d) (vminus Q (append d w b)) ^ 2
                 = norm d (vminus Q w) ^ 2 + (Q d - b) ^ 2).
    { rewrite !norm_sqr. unfold dot at 1. simpl. unfold vminus at 3 4. rewrite append_last.
      replace (sum d (fun j => vminus Q (append d w b) j * vminus Q (append d w b) j))
        with (dot d (vminus Q w) (vminus Q w)); [ring|].
      apply sum_ext. intros j Hj. unfold vminus. now rewrite append_below. }
    pose proof (norm_nonneg (S d) (vminus Q (append d w b))) as N.
    pose proof (pow2_ge_0 (norm d (vminus Q w))). pose proof (pow2_ge_0 (Q d - b)).
    apply local_minimum; (eapply Rle_lt_trans; [|exact Near]);
      apply le_of_squares; rewrite ?pow2_abs; lra.
  - exact I.
Qed.

(** Any two minimizers of F_C have the same w.
    - price : C is above 0.
    - least : (w, b) minimizes F_C.
    - least' : so does (w', b'). *)
Theorem thm_hinge_convex_normal C w b w' b' (price : 0 < C)
    (least : minimises_hinge C w b) (least' : minimises_hinge C w' b') :
  veq d w w'.
Proof.
  (* One w. *)
  apply (soft_same_normal bias d n x y C w b (hinge_slack d x y w b)
    w' b' (hinge_slack d x y w' b')); apply thm_slack_is_hinge; auto; now split.
Qed.

(** ** The hinge bounds the zero-one loss *)

(** For every z the zero-one loss is at most the hinge. *)
Theorem thm_hinge_bounds_zero_one : forall z, zero_one z <= hinge z.
Proof.
  intros z. unfold zero_one, hinge.
  pose proof (Rmax_l 0 (1 - z)). pose proof (Rmax_r 0 (1 - z)).
  destruct (Rle_dec z 0).
  - (* A mistake. *) lra.
  - (* None. *) lra.
Qed.

(** Hence a hyperplane makes at most as many mistakes as its hinges add up to, and a soft margin at
    most as many as its slacks add up to. *)
Theorem thm_hinge_bounds_zero_one_mistakes :
  (forall w b, sum n (fun i => zero_one (y i * decision d w b (x i)))
               <= sum n (fun i => hinge (y i * decision d w b (x i)))) /\
  (forall C w b xi, 0 < C -> soft_margin bias d n x y C w b xi ->
     sum n (fun i => zero_one (y i * decision d w b (x i))) <= sum n xi).
Proof.
  (* Add up. *)
  assert (H : forall w b, sum n (fun i => zero_one (y i * decision d w b (x i)))
                          <= sum n (fun i => hinge (y i * decision d w b (x i))))
    by (intros; apply sum_le; intros; apply thm_hinge_bounds_zero_one).
  split; [exact H|]. intros C w b xi HC S.
  rewrite (sum_ext n xi _ (soft_slack_is_hinge bias d n x y C w b xi HC S)). apply H.
Qed.
End Hinge.

(** ** Descent *)

(** g is a subgradient of F at w. *)
Definition is_subgradient (d : nat) (F : vec -> R) (w g : vec) : Prop :=
  forall w', F w + dot d g (vminus w' w) <= F w'.

(** The subgradient of the hinge of the book: -1 below 1, and 0 from 1 on. *)
Definition hinge_slope (z : R) : R := if Rlt_dec z 1 then -1 else 0.

(** The slope is that of a line that touches the hinge and is nowhere above it. *)
Theorem def_hinge : forall z z', hinge z + hinge_slope z * (z' - z) <= hinge z'.
Proof.
  intros z z'. unfold hinge_slope, hinge. destruct (Rlt_dec z 1).
  - rewrite (Rmax_right 0 (1 - z)) by lra. pose proof (Rmax_r 0 (1 - z')). lra.
  - rewrite (Rmax_left 0 (1 - z)) by lra. pose proof (Rmax_l 0 (1 - z')). lra.
Qed.

(** The weights of the average: the t-th of T counts t + 1, and they add up to T (T + 1) / 2. *)
Lemma sum_counting T : sum T (fun t => INR (S t)) = INR T * (INR T + 1) / 2.
Proof. induction T as [|T IH]; [simpl; lra|]. cbn [sum]. rewrite IH, !S_INR. field. Qed.

(** The average in which later steps count more: 2 / (T (T + 1)) times the sum of (t + 1) w_t. *)
Definition average (T : nat) (w : nat -> vec) : vec :=
  combination T (fun t => 2 / (INR T * (INR T + 1)) * INR (S t)) w.

(** A convex function at a mean is at most the mean of its values; convex in the sense that it has
    a subgradient there. *)
Lemma jensen d F p g T a w :
  weights T a -> veq d p (combination T a w) -> is_subgradient d F p g ->
  F p <= sum T (fun t => a t * F (w t)).
Proof.
  intros [A S] E G.
  assert (Z : sum T (fun t => a t * dot d g (vminus (w t) p)) = 0).
  { rewrite <- dot_combination_r, (dot_ext d g g _ vzero (fun j _ => eq_refl)), dot_zero_r;
      [reflexivity|].
    intros j Hj. unfold combination, vminus, vzero.
    rewrite (sum_ext T _ (fun t => a t * w t j - a t * p j)) by (intros; ring).
    rewrite sum_minus, sum_scale_r, S, (E j Hj). unfold combination. ring. }
  replace (F p) with (sum T (fun t => a t * (F p + dot d g (vminus (w t) p)))).
  - apply sum_le. intros t Ht. apply Rmult_le_compat_l; [now apply A|apply G].
  - rewrite (sum_ext T _ (fun t => a t * F p + a t * dot d g (vminus (w t) p)))
      by (intros; ring).
    rewrite sum_plus, Z, sum_scale_r, S. ring.
Qed.

(** The step after t steps: eta = 2 / (mu (t + 2)). *)
Definition step_size (mu : R) (t : nat) : R := 2 / (mu * (INR t + 2)).

(** Step One step: how far it leads, multiplied out. *)
Lemma one_step d mu G t w g u :
  0 < mu -> norm d g <= G ->
  mu / 4 * (INR (S t) * (INR (S t) + 1))
    * norm d (vminus (vminus w (vscale (step_size mu t) g)) u) ^ 2
  <= mu / 4 * (INR (S t) * (INR (S t) + 1)) * norm d (vminus w u) ^ 2
     + INR (S t) * dot d g (vminus u w) + G ^ 2 / mu.
Proof.
  intros Hmu Hg. rewrite S_INR. pose proof (pos_INR t) as Ht. set (r := INR t) in *.
  (* multiply out *)
  assert (E : norm d (vminus (vminus w (vscale (step_size mu t) g)) u) ^ 2
    = norm d (vminus w u) ^ 2 + 2 * step_size mu t * dot d g (vminus u w)
      + step_size mu t ^ 2 * norm d g ^ 2).
  { rewrite (norm_ext d _ (vplus (vminus w u) (vscale (- step_size mu t) g)))
      by (intros j _; unfold vminus, vplus, vscale; ring).
    rewrite norm_plus_sqr, dot_scale_r, norm_scale, Rpow_mult_distr, pow2_abs.
    rewrite dot_minus_l, dot_minus_r, !(dot_comm d g). ring. }
  (* Put in eta_t *)
  rewrite E. unfold step_size. fold r.
  replace (mu / 4 * ((r + 1) * (r + 1 + 1)) * (norm d (vminus w u) ^ 2
      + 2 * (2 / (mu * (r + 2))) * dot d g (vminus u w) + (2 / (mu * (r + 2))) ^ 2 * norm d g ^ 2))
    with (mu / 4 * ((r + 1) * (r + 1 + 1)) * norm d (vminus w u) ^ 2
      + (r + 1) * dot d g (vminus u w) + (r + 1) / (r + 2) * (norm d g ^ 2 / mu))
    by (field; lra).
  apply Rplus_le_compat_l.
  assert (Sq : norm d g ^ 2 / mu <= G ^ 2 / mu).
  { unfold Rdiv. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|].
    apply squares_le; [apply norm_nonneg|exact Hg]. }
  assert (0 <= norm d g ^ 2 / mu).
  { apply le_quotient; [exact Hmu|]. rewrite Rmult_0_l. apply pow2_ge_0. }
  assert (0 <= (r + 1) / (r + 2) <= 1) by (split; [apply le_quotient|apply quotient_le]; lra).
  nra.
Qed.

(** The weights of the average are not negative, and add up to 1. *)
Lemma average_weights T :
  (0 < T)%nat -> weights T (fun t => 2 / (INR T * (INR T + 1)) * INR (S t)).
Proof.
  intros HT. apply lt_0_INR in HT. split.
  - intros t _. apply Rmult_le_pos; [apply le_quotient; nra|apply pos_INR].
  - rewrite sum_scale, sum_counting. field. lra.
Qed.

Lemma average_excess d F g T w v :
  (0 < T)%nat -> is_subgradient d F (average T w) g ->
  F (average T w) - v
  <= 2 / (INR T * (INR T + 1)) * sum T (fun t => INR (S t) * (F (w t) - v)).
Proof.
  intros HT G. pose proof (average_weights T HT) as W.
  pose proof (jensen d F _ g T _ w W (fun j _ => eq_refl) G) as J.
  destruct W as [_ One]. rewrite <- sum_scale.
  rewrite (sum_ext T _ (fun t => 2 / (INR T * (INR T + 1)) * INR (S t) * F (w t)
    - 2 / (INR T * (INR T + 1)) * INR (S t) * v)) by (intros; ring).
  rewrite sum_minus, sum_scale_r, One. unfold average in *. lra.
Qed.

(** The rate in its deterministic form: whatever the vectors g_t are, of length at most G, along
    which the steps are made, if each is better than a tangent towards u, then the average is
    worth at most 2 G^2 / (mu (T + 1)) more than u. The start does not matter.
    - mu_positive : mu is above 0.
    - some_step : there is at least one step.
    - steps : w_(t+1) = w_t - eta_t g_t, with eta_t = 2 / (mu (t + 2)) after t steps.
    - more_than_a_tangent : F(u) is at least F(w_t) + g_t . (u - w_t) + mu / 2 |u - w_t|^2.
    - length : no g_t is longer than G.
    - convex_F : F has a subgradient everywhere. *)
Theorem thm_sgd_rate_deterministic d F mu G T (w g : nat -> vec) u (mu_positive : 0 < mu)
    (some_step : (0 < T)%nat)
    (steps : forall t, (t < T)%nat ->
       veq d (w (S t)) (vminus (w t) (vscale (step_size mu t) (g t))))
    (more_than_a_tangent : forall t, (t < T)%nat ->
       F (w t) + dot d (g t) (vminus u (w t)) + mu / 2 * norm d (vminus u (w t)) ^ 2 <= F u)
    (length : forall t, (t < T)%nat -> norm d (g t) <= G)
    (convex_F : forall p, exists v, is_subgradient d F p v) :
  F (average T w) - F u <= 2 * G ^ 2 / (mu * (INR T + 1)).
Proof.
  (* Add up. *)
  assert (P : forall t, (t <= T)%nat ->
    sum t (fun t => INR (S t) * (F (w t) - F u))
    + mu / 4 * (INR t * (INR t + 1)) * norm d (vminus (w t) u) ^ 2 <= INR t * (G ^ 2 / mu)).
  { induction t as [|t IH]; intros Ht; [simpl; lra|].
    specialize (IH ltac:(lia)).
    (* More than a tangent *)
    specialize (more_than_a_tangent t Ht).
    pose proof (one_step d mu G t (w t) (g t) u mu_positive (length t Ht)) as O.
    rewrite (norm_ext d (vminus (w (S t)) u)
      (vminus (vminus (w t) (vscale (step_size mu t) (g t))) u))
      by (intros j Hj; unfold vminus at 1 2; now rewrite (steps t Ht j Hj)).
    replace (norm d (vminus u (w t)) ^ 2) with (norm d (vminus (w t) u) ^ 2) in more_than_a_tangent
      by (rewrite !norm_minus_sqr, (dot_comm d u); ring).
    cbn [sum]. rewrite S_INR in *. pose proof (pos_INR t) as Hr. set (r := INR t) in *.
    apply (Rmult_le_compat_l (r + 1)) in more_than_a_tangent; lra. }
  specialize (P T (le_n _)). pose proof (lt_0_INR T some_step) as HT.
  assert (Q : 0 <= mu / 4 * (INR T * (INR T + 1)) * norm d (vminus (w T) u) ^ 2)
    by (apply Rmult_le_pos; [nra|apply pow2_ge_0]).
  (* The average. *)
  destruct (convex_F (average T w)) as [v V].
  pose proof (average_excess d F v T w (F u) some_step V) as A.
  assert (HC : 0 < 2 / (INR T * (INR T + 1))) by (apply lt_quotient; nra).
  eapply Rle_trans; [exact A|].
  apply Rle_trans with (2 / (INR T * (INR T + 1)) * (INR T * (G ^ 2 / mu))).
  - apply Rmult_le_compat_l; lra.
  - right. field. lra.
Qed.

Section Descent.
Variables d n : nat.
Variable z : nat -> vec.                  (* the signed points *)
Variable mu : R.

(** F(w) = mu / 2 |w|^2 plus the mean of the hinges. *)
Definition mean_cost (w : vec) : R :=
  mu / 2 * norm d w ^ 2 + / INR n * sum n (fun i => hinge (dot d w (z i))).

(** The subgradient that the draw of the point i gives. *)
Definition drawn_gradient (w : vec) (i : nat) : vec :=
  vplus (vscale mu w) (vscale (hinge_slope (dot d w (z i))) (z i)).

(** The vectors of a run; the draw number t is [draws t]. *)
Fixpoint descent (draws : nat -> nat) (t : nat) : vec :=
  match t with
  | O => vzero
  | S t => vminus (descent draws t)
                  (vscale (step_size mu t) (drawn_gradient (descent draws t) (draws t)))
  end.

(** With eta put in, the step is a moving mean: the old vector with the weight t / (t + 2), and what
    the drawn point asks for, divided by mu, with the weight 2 / (t + 2).
    - mu_positive : mu is above 0. *)
Theorem alg_hinge_sgd draws t (mu_positive : 0 < mu) :
  let w := descent draws t in
  let drawn := vscale (- hinge_slope (dot d w (z (draws t)))) (z (draws t)) in
  descent draws (S t)
  = vplus (vscale (INR t / (INR t + 2)) w) (vscale (2 / (INR t + 2)) (vscale (/ mu) drawn)).
Proof.
  intros w drawn. apply functional_extensionality. intros j. pose proof (pos_INR t).
  unfold drawn. simpl descent. fold w.
  unfold vminus, vplus, vscale, drawn_gradient, step_size, vplus, vscale. field. lra.
Qed.

(** The mean of a quantity over all sequences of T draws from n points, each equally likely: the
    mean over the last draw, averaged over those before it. *)
Definition with_draw (draws : nat -> nat) (t i : nat) : nat -> nat :=
  fun k => if Nat.eq_dec k t then i else draws k.
Fixpoint mean (T : nat) (q : (nat -> nat) -> R) : R :=
  match T with
  | O => q (fun _ => O)
  | S T => mean T (fun draws => / INR n * sum n (fun i => q (with_draw draws T i)))
  end.

(** Draws of points that there are. *)
Definition proper (draws : nat -> nat) : Prop := forall k, (draws k < n)%nat.

Lemma mean_le T : (0 < n)%nat -> forall p q,
  (forall s, proper s -> p s <= q s) -> mean T p <= mean T q.
Proof.
  intros Hn. induction T as [|T IH]; intros p q H; simpl; [apply H; intros k; exact Hn|].
  apply IH. intros s Hs.
  apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat, lt_0_INR|].
  apply sum_le. intros i Hi. apply H. intros k. unfold with_draw.
  destruct (Nat.eq_dec k T); [exact Hi|apply Hs].
Qed.

Lemma mean_of_constant c : (0 < n)%nat -> / INR n * sum n (fun _ => c) = c.
Proof. intros Hn. apply lt_0_INR in Hn. rewrite sum_const. field. lra. Qed.

Lemma mean_plus_constant T : (0 < n)%nat ->
  forall q c, mean T (fun s => q s + c) = mean T q + c.
Proof.
  intros Hn. induction T as [|T IH]; intros q c; simpl; [reflexivity|]. rewrite <- IH. f_equal.
  apply functional_extensionality. intros s.
  rewrite sum_plus, Rmult_plus_distr_l. now rewrite mean_of_constant.
Qed.

Lemma mean_scale T : forall q c, mean T (fun s => c * q s) = c * mean T q.
Proof.
  induction T as [|T IH]; intros q c; simpl; [reflexivity|]. rewrite <- IH. f_equal.
  apply functional_extensionality. intros s.
  rewrite sum_scale. ring.
Qed.

Lemma descent_ext s s' t :
  (forall k, (k < t)%nat -> s k = s' k) -> descent s t = descent s' t.
Proof.
  induction t as [|t IH]; intros H; simpl; [reflexivity|].
  rewrite IH by (intros; apply H; lia). now rewrite (H t) by lia.
Qed.

(** A draw changes nothing before it. *)
Lemma descent_before s T i t : (t <= T)%nat -> descent (with_draw s T i) t = descent s t.
Proof.
  intros Ht. apply descent_ext. intros k Hk. unfold with_draw.
  destruct (Nat.eq_dec k T); [lia|reflexivity].
Qed.

Lemma descent_drawn s T i :
  descent (with_draw s T i) (S T)
  = vminus (descent s T) (vscale (step_size mu T) (drawn_gradient (descent s T) i)).
Proof.
  simpl. rewrite descent_before by lia. unfold with_draw. now destruct (Nat.eq_dec T T).
Qed.

(** Step More than a tangent: the mean of the drawn subgradients, with the square. *)
Lemma more_than_a_tangent w w' :
  (0 < n)%nat ->
  mean_cost w + / INR n * sum n (fun i => dot d (drawn_gradient w i) (vminus w' w))
  + mu / 2 * norm d (vminus w' w) ^ 2 <= mean_cost w'.
Proof.
  intros Hn. pose proof (mean_of_constant (mu * dot d w (vminus w' w)) Hn) as M.
  apply lt_0_INR in Hn.
  rewrite (sum_ext n (fun i => dot d (drawn_gradient w i) (vminus w' w))
    (fun i => mu * dot d w (vminus w' w)
      + hinge_slope (dot d w (z i)) * (dot d w' (z i) - dot d w (z i)))).
  2:{ intros i _. unfold drawn_gradient. rewrite dot_plus_l, !dot_scale_l.
      f_equal. f_equal. rewrite dot_minus_r, !(dot_comm d (z i)). ring. }
  rewrite sum_plus, Rmult_plus_distr_l, M. unfold mean_cost.
  assert (H : sum n (fun i => hinge (dot d w (z i)))
    + sum n (fun i => hinge_slope (dot d w (z i)) * (dot d w' (z i) - dot d w (z i)))
    <= sum n (fun i => hinge (dot d w' (z i)))).
  { rewrite <- sum_plus. apply sum_le. intros i _. apply def_hinge. }
  apply (Rmult_le_compat_l (/ INR n)) in H; [|left; now apply Rinv_0_lt_compat].
  rewrite norm_minus_sqr, dot_minus_r, <- norm_sqr, (dot_comm d w w'). lra.
Qed.

Section Rate.
Variable longest : R.                          (* no point is longer *)
Hypothesis mu_positive : 0 < mu.
Hypothesis some_point : (0 < n)%nat.
Hypothesis radius : forall i, (i < n)%nat -> norm d (z i) <= longest.

Lemma radius_nonneg : 0 <= longest.
Proof. apply Rle_trans with (norm d (z O)); [apply norm_nonneg|now apply radius]. Qed.

Lemma slope_times_point c i : (i < n)%nat -> norm d (vscale (hinge_slope c) (z i)) <= longest.
Proof.
  intros Hi. rewrite norm_scale. pose proof (radius i Hi). pose proof radius_nonneg.
  unfold hinge_slope. destruct (Rlt_dec c 1); [rewrite Rabs_left by lra|rewrite Rabs_R0]; lra.
Qed.

(** Step The ball: no w of a run is longer than R / mu. *)
Lemma ball s t : (forall k, (s k < n)%nat) -> norm d (descent s t) <= longest / mu.
Proof.
  intros Hs. pose proof radius_nonneg as HR.
  assert (HB : 0 <= longest / mu) by (apply le_quotient; lra).
  induction t as [|t IH]; [simpl; now rewrite norm_vzero|].
  rewrite (alg_hinge_sgd s t mu_positive). set (w := descent s t) in *.
  set (p := dot d w (z (s t))). pose proof (slope_times_point p (s t) (Hs t)) as L.
  assert (L' : norm d (vscale (/ mu) (vscale (- hinge_slope p) (z (s t)))) <= longest / mu).
  { rewrite norm_scale in L. rewrite !norm_scale, Rabs_Ropp.
    rewrite (Rabs_pos_eq (/ mu)) by (left; now apply Rinv_0_lt_compat).
    unfold Rdiv. rewrite (Rmult_comm longest). apply Rmult_le_compat_l; [|exact L].
    left. now apply Rinv_0_lt_compat. }
  (* a mean of two vectors in the ball is in the ball *)
  pose proof (pos_INR t) as Ht.
  assert (0 <= INR t / (INR t + 2)) by (apply le_quotient; lra).
  assert (0 <= 2 / (INR t + 2)) by (apply le_quotient; lra).
  assert (One : INR t / (INR t + 2) + 2 / (INR t + 2) = 1) by (field; lra).
  eapply Rle_trans; [apply norm_triangle|]. rewrite !(norm_scale _ (_ / (_ + _))).
  rewrite !Rabs_pos_eq by assumption. nra.
Qed.

Lemma gradient_bound s t i :
  (forall k, (s k < n)%nat) -> (i < n)%nat ->
  norm d (drawn_gradient (descent s t) i) <= 2 * longest.
Proof.
  intros Hs Hi. unfold drawn_gradient. eapply Rle_trans; [apply norm_triangle|].
  rewrite norm_scale, Rabs_pos_eq by lra. pose proof (ball s t Hs) as B.
  pose proof (slope_times_point (dot d (descent s t) (z i)) i Hi).
  apply (Rmult_le_compat_l mu) in B; [|lra].
  replace (mu * (longest / mu)) with longest in B by (field; lra). lra.
Qed.

(** What the run up to its T-th step owes: the excesses so far, and the distance that is left. *)
Definition owed (u : vec) (T : nat) (s : nat -> nat) : R :=
  sum T (fun t => INR (S t) * (mean_cost (descent s t) - mean_cost u))
  + mu / 4 * (INR T * (INR T + 1)) * norm d (vminus (descent s T) u) ^ 2.

(** Step The mean over one draw: it adds at most G^2 / mu to what is owed. *)
Lemma one_draw u T s :
  proper s ->
  / INR n * sum n (fun i => owed u (S T) (with_draw s T i)) <= owed u T s + (2 * longest) ^ 2 / mu.
Proof.
  intros Hs. set (w := descent s T). set (F := mean_cost). set (c := INR (S T)).
  set (before := sum T (fun t => INR (S t) * (F (descent s t) - F u))).
  set (rest := before + c * (F w - F u)
    + mu / 4 * (c * (c + 1)) * norm d (vminus w u) ^ 2 + (2 * longest) ^ 2 / mu).
  assert (Each : forall i, (i < n)%nat -> owed u (S T) (with_draw s T i)
    <= rest + c * dot d (drawn_gradient w i) (vminus u w)).
  { intros i Hi. unfold owed. rewrite descent_drawn. fold w. cbn [sum].
    rewrite descent_before by lia. fold w F.
    rewrite (sum_ext T _ (fun t => INR (S t) * (F (descent s t) - F u)))
      by (intros t Ht; now rewrite descent_before by lia).
    pose proof (one_step d mu (2 * longest) T w (drawn_gradient w i) u mu_positive
      (gradient_bound s T i Hs Hi)) as O.
    fold c in O |- *. unfold rest, before. lra. }
  (* the mean over the draws *)
  apply sum_le in Each. pose proof (lt_0_INR n some_point) as Hn.
  apply (Rmult_le_compat_l (/ INR n)) in Each; [|left; now apply Rinv_0_lt_compat].
  eapply Rle_trans; [exact Each|].
  rewrite sum_plus, Rmult_plus_distr_l, (mean_of_constant rest some_point), sum_scale.
  (* Together: the mean of the products makes up for the excess *)
  pose proof (more_than_a_tangent w u some_point) as M. fold F in M.
  replace (norm d (vminus u w) ^ 2) with (norm d (vminus w u) ^ 2) in M
    by (rewrite !norm_minus_sqr, (dot_comm d u); ring).
  unfold owed. fold w F before. unfold rest, c in *. rewrite S_INR in *.
  pose proof (pos_INR T) as HT. apply (Rmult_le_compat_l (INR T + 1)) in M; lra.
Qed.

(** Step Add up: after T steps at most T G^2 / mu is owed. *)
Lemma mean_owed u T : mean T (owed u T) <= INR T * ((2 * longest) ^ 2 / mu).
Proof.
  induction T as [|T IH]; [unfold owed; simpl; lra|]. cbn [mean]. rewrite S_INR.
  apply Rle_trans with (mean T (fun s => owed u T s + (2 * longest) ^ 2 / mu)).
  - apply mean_le; [exact some_point|]. intros s Hs. now apply one_draw.
  - rewrite mean_plus_constant by exact some_point. lra.
Qed.
End Rate.

Lemma mean_cost_subgradient w :
  (0 < n)%nat -> 0 <= mu ->
  is_subgradient d mean_cost w (combination n (fun _ => / INR n) (drawn_gradient w)).
Proof.
  intros Hn Hmu w'. rewrite dot_combination_l, sum_scale.
  pose proof (more_than_a_tangent w w' Hn) as M.
  pose proof (pow2_ge_0 (norm d (vminus w' w))). nra.
Qed.

(** Averaged over all draws, the excess of the average of T steps over the least value is at most 2
    G^2 / (mu (T + 1)), where G = 2 R. (That w_star is the minimizer is not needed: the bound holds
    against any w_star.)
    - mu_positive : mu is above 0.
    - some_point : there is at least one point.
    - some_step : there is at least one step.
    - radius : no point is longer than R. *)
Theorem thm_sgd_rate R T w_star (mu_positive : 0 < mu) (some_point : (0 < n)%nat)
    (some_step : (0 < T)%nat) (radius : forall i, (i < n)%nat -> norm d (z i) <= R) :
  let G := 2 * R in
  mean T (fun draws => mean_cost (average T (descent draws))) - mean_cost w_star
  <= 2 * G ^ 2 / (mu * (INR T + 1)).
Proof.
  intros G. set (c := 2 / (INR T * (INR T + 1))). pose proof (lt_0_INR T some_step) as HT.
  assert (Hc : 0 < c) by (apply lt_quotient; nra).
  (* The average. *)
  assert (A : mean T (fun draws => mean_cost (average T (descent draws)))
    <= mean T (fun s => c * owed w_star T s + mean_cost w_star)).
  { apply mean_le; [exact some_point|]. intros s _.
    pose proof (average_excess d mean_cost _ T (descent s) (mean_cost w_star) some_step
      (mean_cost_subgradient _ some_point ltac:(lra))) as E. fold c in E.
    assert (0 <= mu / 4 * (INR T * (INR T + 1)) * norm d (vminus (descent s T) w_star) ^ 2)
      by (apply Rmult_le_pos; [nra|apply pow2_ge_0]).
    apply Rle_trans with (c * sum T (fun t => INR (S t)
      * (mean_cost (descent s t) - mean_cost w_star)) + mean_cost w_star); [lra|].
    apply Rplus_le_compat_r, Rmult_le_compat_l; unfold owed; lra. }
  rewrite mean_plus_constant, mean_scale in A by exact some_point.
  pose proof (mean_owed R mu_positive some_point radius w_star T) as O. fold G in O.
  apply (Rmult_le_compat_l c) in O; [|lra].
  replace (c * (INR T * (G ^ 2 / mu))) with (2 * G ^ 2 / (mu * (INR T + 1))) in O
    by (unfold c; field; lra). lra.
Qed.
End Descent.
