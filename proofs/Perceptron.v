(** * The perceptron

    A data set is m signed points [z 0], ..., [z (m - 1)] of dimension [d]. The perceptron starts at
    [w = 0] and adds a signed point that is misclassified, any one, until none is left. Here:
    Novikoff's bound and its two proofs, what a learning rate and another start change, and the
    perceptron with a bias. *)
Require Import Reals Lra Lia Psatz FunctionalExtensionality.
From Margin Require Import Vectors Runs.
Open Scope R_scope.

(** A point is misclassified if its signed point is on the wrong side of the hyperplane [w.x = 0],
    or on it. *)
Definition mistake d (z : nat -> vec) (w : vec) (i : nat) : Prop := dot d w (z i) <= 0.

(** An update adds the point to [w]. *)
Definition add_point (z : nat -> vec) (w : vec) (i : nat) : vec := vplus w (z i).

(** [perceptron d m z k w]: some choice of k updates on misclassified points leads from 0 to [w]. *)
Definition perceptron d m z := run m (mistake d z) (add_point z) vzero.

(** [separates d m z w]: every signed point is on its proper side of the hyperplane [w.x = 0]. *)
Definition separates d m (z : nat -> vec) (w : vec) : Prop :=
  forall i, (i < m)%nat -> 0 < dot d w (z i).

(** No point is further from the origin than [radius]. *)
Definition in_ball d m (z : nat -> vec) (radius : R) : Prop :=
  forall i, (i < m)%nat -> norm d (z i) <= radius.

(** [u] is a unit vector, and every signed point goes at least [gamma] along it. *)
Definition unit_with_margin d m (z : nat -> vec) (u : vec) (gamma : R) : Prop :=
  norm d u = 1 /\ forall i, (i < m)%nat -> gamma <= dot d u (z i).

Lemma mistake_dec d z w i : {mistake d z w i} + {~ mistake d z w i}.
Proof. apply Rle_dec. Qed.

(** The signed points have the lengths of the points, and so the same radius.
    - labels : The label is +1 or -1. *)
Theorem def_radius d (x : vec) (y : R) (labels : y = 1 \/ y = -1) :
  norm d (vscale y x) = norm d x.
Proof.
  rewrite norm_scale. replace (Rabs y) with 1; [ring|].
  destruct labels as [-> | ->]; [symmetry; apply Rabs_R1|rewrite Rabs_left; lra].
Qed.

(** ** Why it ends *)

(** Step Along u: from any start, and on whichever points, k updates take [w] at least k gamma
    further along [u]. *)
Lemma along_u d m z u gamma wrong start k w :
  unit_with_margin d m z u gamma -> run m wrong (add_point z) start k w ->
  dot d start u + INR k * gamma <= dot d w u.
Proof.
  intros [_ U] H. induction H as [|k w i _ IH Hi _]; [simpl; lra|].
  unfold add_point. rewrite dot_plus_l, (dot_comm d (z i)), S_INR.
  specialize (U i Hi). lra.
Qed.

(** Step Length: k updates on misclassified points make the square of the length at most k R^2
    larger. *)
Lemma squared_length d m z radius start k w :
  in_ball d m z radius -> run m (mistake d z) (add_point z) start k w ->
  norm d w ^ 2 <= norm d start ^ 2 + INR k * radius ^ 2.
Proof.
  intros HR H. induction H as [|k w i _ IH Hi Wrong]; [simpl; lra|].
  unfold add_point. rewrite norm_plus_sqr, S_INR. unfold mistake in Wrong.
  pose proof (squares_le _ _ (norm_nonneg d (z i)) (HR i Hi)). lra.
Qed.

(** A number of updates is at least 1, or 0. *)
Lemma corrections_cases k : INR k = 0 \/ 1 <= INR k.
Proof.
  destruct k as [|k]; [now left|right]. rewrite S_INR. pose proof (pos_INR k). lra.
Qed.

(** The perceptron makes at most R^2/gamma^2 updates, whichever misclassified points it updates on.
    - gamma_positive : The margin gamma is above 0.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on misclassified points lead from 0. *)
Theorem thm_novikoff d m z u radius gamma k w
  (gamma_positive : 0 < gamma)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : perceptron d m z k w) :
  INR k <= radius ^ 2 / gamma ^ 2.
Proof.
  (* Along u *)
  pose proof (along_u _ _ _ _ _ _ _ _ _ u_margin corrected) as Along.
  rewrite dot_zero_l in Along.
  (* Length *)
  pose proof (squared_length _ _ _ _ _ _ _ points_in_ball corrected) as Length.
  rewrite norm_vzero in Length.
  (* Together *)
  pose proof (shadow_le d w u (proj1 u_margin)) as Shadow.
  assert (0 <= INR k * gamma) by (pose proof (pos_INR k); nra).
  assert (T : (INR k * gamma) ^ 2 <= INR k * radius ^ 2)
    by (apply Rle_trans with (norm d w ^ 2); [apply squares_le|]; lra).
  apply le_quotient; [nra|].
  destruct (corrections_cases k) as [->|]; [nra|].
  apply (Rmult_le_reg_l (INR k)); nra.
Qed.

(** Where the perceptron ends, every point is on its proper side.
    - the_end : w misclassifies no point. *)
Theorem thm_novikoff_separates d m z w
  (the_end : finished m (mistake d z) w) : separates d m z w.
Proof. intros i Hi. specialize (the_end i Hi). unfold mistake in the_end. lra. Qed.

(** The perceptron ends: whatever updates it has made so far, it goes on to a hyperplane that has
    every point on its proper side.
    - gamma_positive : The margin gamma is above 0.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on misclassified points lead from 0. *)
Theorem thm_novikoff_ends d m z u radius gamma k w
  (gamma_positive : 0 < gamma)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : perceptron d m z k w) :
  exists more w_end, run m (mistake d z) (add_point z) w more w_end /\ separates d m z w_end.
Proof.
  (* The end *)
  destruct (bounded_runs_end _ m _ (add_point z) (mistake_dec d z) vzero (radius ^ 2 / gamma ^ 2))
    with (j := k) (s := w) as (more & w_end & Hrun & Hend); [|exact corrected|].
  - intros j v Hj. now apply (thm_novikoff d m z u radius gamma j v).
  - exists more, w_end. split; [exact Hrun|now apply thm_novikoff_separates].
Qed.

(** Where there was an update, R is positive. *)
Lemma radius_positive d m z u radius gamma k w :
  0 < gamma -> in_ball d m z radius -> unit_with_margin d m z u gamma ->
  perceptron d m z k w -> k <> 0%nat -> 0 < radius.
Proof.
  intros Hg Ball [Unit Margin] Run Some.
  inversion Run as [|k' v i _ Hi _]; [congruence|].
  pose proof (shadow_le d (z i) u Unit) as Si. rewrite dot_comm in Si.
  pose proof (Margin i Hi). pose proof (Ball i Hi). lra.
Qed.

(** After k >= 1 updates w is not 0, and the cosine of its angle to u is at least sqrt(k) gamma/R.
    - gamma_positive : The margin gamma is above 0.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on misclassified points lead from 0.
    - at_least_one : There has been an update. *)
Theorem thm_cosine d m z u radius gamma k w
  (gamma_positive : 0 < gamma)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : perceptron d m z k w)
  (at_least_one : (1 <= k)%nat) :
  0 < norm d w /\ sqrt (INR k) * gamma / radius <= dot d w u / norm d w.
Proof.
  pose proof (along_u _ _ _ _ _ _ _ _ _ u_margin corrected) as Along.
  rewrite dot_zero_l in Along.
  pose proof (squared_length _ _ _ _ _ _ _ points_in_ball corrected) as Length.
  rewrite norm_vzero in Length.
  apply le_INR in at_least_one. simpl INR in at_least_one.
  (* Defined *)
  pose proof (shadow_le d w u (proj1 u_margin)) as Shadow.
  assert (w_not_zero : 0 < norm d w) by nra.
  split; [exact w_not_zero|].
  (* Bound *)
  assert (R_positive : 0 < radius)
    by (apply (radius_positive d m z u radius gamma k w); auto; intros ->; simpl in *; lra).
  set (root := sqrt (INR k)). assert (Root : root ^ 2 = INR k) by (apply pow2_sqrt; lra).
  assert (0 < root) by (apply sqrt_lt_R0; lra).
  assert (Long : norm d w <= root * radius)
    by (apply le_of_squares; [nra|rewrite Rpow_mult_distr, Root; lra]).
  apply le_quotient; [exact w_not_zero|].
  replace (root * gamma / radius * norm d w) with (norm d w * (root * gamma) / radius)
    by (field; lra).
  apply quotient_le; [exact R_positive|].
  apply Rle_trans with (root * radius * (root * gamma)); [apply Rmult_le_compat_r; nra|].
  replace (root * radius * (root * gamma)) with (root ^ 2 * gamma * radius) by ring.
  rewrite Root. apply Rmult_le_compat_r; lra.
Qed.

(** The second proof of Novikoff's bound: no cosine is above 1.
    - gamma_positive : The margin gamma is above 0.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on misclassified points lead from 0. *)
Theorem thm_novikoff_from_cosine d m z u radius gamma k w
  (gamma_positive : 0 < gamma)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : perceptron d m z k w) :
  INR k <= radius ^ 2 / gamma ^ 2.
Proof.
  (* without an update there is nothing to show *)
  destruct (Nat.eq_dec k 0) as [->|at_least_one]; [apply le_quotient; simpl; nra|].
  (* the cosine is at least sqrt(k) gamma/R, and at most 1 *)
  assert (R_positive : 0 < radius) by now apply (radius_positive d m z u radius gamma k w).
  destruct (thm_cosine d m z u radius gamma k w) as [w_not_zero Cosine]; try assumption; [lia|].
  assert (below_one : dot d w u / norm d w <= 1).
  { apply quotient_le; [exact w_not_zero|]. rewrite Rmult_1_l. apply shadow_le, u_margin. }
  (* so sqrt(k) is at most R/gamma; take squares *)
  assert (Root : sqrt (INR k) <= radius / gamma).
  { apply le_quotient; [lra|]. apply (Rmult_le_reg_r (/ radius)); [now apply Rinv_0_lt_compat|].
    unfold Rdiv in *. rewrite (Rinv_r radius) by lra. lra. }
  apply squares_le in Root; [|apply sqrt_pos].
  rewrite pow2_sqrt in Root by apply pos_INR.
  replace (radius ^ 2 / gamma ^ 2) with ((radius / gamma) ^ 2) by (field; lra). exact Root.
Qed.

(** A long run proves that no hyperplane is very good: after k >= 1 updates, no hyperplane through
    the origin has a margin above |w_k|/k.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on misclassified points lead from 0.
    - at_least_one : There has been an update. *)
Theorem ex_perceptron_run_bounds_margin d m z u gamma k w
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : perceptron d m z k w)
  (at_least_one : (1 <= k)%nat) :
  gamma <= norm d w / INR k.
Proof.
  pose proof (along_u _ _ _ _ _ _ _ _ _ u_margin corrected) as Along.
  rewrite dot_zero_l in Along. pose proof (shadow_le d w u (proj1 u_margin)).
  apply le_quotient; [apply lt_0_INR; lia|lra].
Qed.

(** From a start that is not 0 the bound grows by 2 |w_0|/gamma, and no more.
    - gamma_positive : The margin gamma is above 0.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on misclassified points lead from the start w0. *)
Theorem thm_novikoff_any_start d m z u radius gamma w0 k w
  (gamma_positive : 0 < gamma)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : run m (mistake d z) (add_point z) w0 k w) :
  INR k <= radius ^ 2 / gamma ^ 2 + 2 * norm d w0 / gamma.
Proof.
  pose proof (along_u _ _ _ _ _ _ _ _ _ u_margin corrected) as Along.
  pose proof (squared_length _ _ _ _ _ _ _ points_in_ball corrected) as Length.
  pose proof (shadow_le d w u (proj1 u_margin)) as Shadow.
  (* the start is at most |w0| on the wrong side *)
  pose proof (shadow_ge d w0 u (proj1 u_margin)) as Back.
  set (a := norm d w0) in *. assert (0 <= a) by apply norm_nonneg.
  replace (radius ^ 2 / gamma ^ 2 + 2 * a / gamma) with ((radius ^ 2 + 2 * a * gamma) / gamma ^ 2)
    by (field; lra).
  apply le_quotient; [nra|].
  destruct (Rle_or_lt (INR k * gamma) a) as [Few|Many]; [nra|].
  assert (T : (INR k * gamma - a) ^ 2 <= a ^ 2 + INR k * radius ^ 2)
    by (apply Rle_trans with (norm d w ^ 2); [apply squares_le|]; lra).
  destruct (corrections_cases k) as [E|]; [rewrite E in *; lra|].
  apply (Rmult_le_reg_l (INR k)); nra.
Qed.

(** ** The learning rate *)

Section LearningRate.
Variables (d : nat) (z : nat -> vec).

(** Which points w misclassifies, as a table of yes and no. *)
Definition mistakes (w : vec) (i : nat) : bool := if mistake_dec d z w i then true else false.

(** A rule that chooses the next update and sees only which points are misclassified. *)
Variable choose : (nat -> bool) -> nat.

(** [path rate k] is w after k updates by this rule, each multiplied by the rate. *)
Fixpoint path (rate : R) (k : nat) : vec :=
  match k with
  | O => vzero
  | S k => vplus (path rate k) (vscale rate (z (choose (mistakes (path rate k)))))
  end.

Lemma mistakes_scale rate w : 0 < rate -> mistakes (vscale rate w) = mistakes w.
Proof.
  intros Hr. apply functional_extensionality. intros i. unfold mistakes.
  destruct (mistake_dec d z (vscale rate w) i) as [A|A], (mistake_dec d z w i) as [B|B];
    try reflexivity; unfold mistake in A, B; rewrite dot_scale_l in A; nra.
Qed.
End LearningRate.

(** From w = 0 the learning rate changes nothing: after every number of updates w is the rate times
    the w of rate 1, and the same points are misclassified, so that the same one is chosen.
    - rate_positive : The learning rate is above 0. *)
Theorem ex_learning_rate d z choose rate k
  (rate_positive : 0 < rate) :
  path d z choose rate k = vscale rate (path d z choose 1 k) /\
  mistakes d z (path d z choose rate k) = mistakes d z (path d z choose 1 k).
Proof.
  (* by induction: the same points are misclassified, so that the same one is chosen *)
  assert (E : path d z choose rate k = vscale rate (path d z choose 1 k)).
  { induction k as [|k IH]; simpl.
    - apply functional_extensionality. intros j. unfold vscale, vzero. ring.
    - rewrite IH, mistakes_scale by exact rate_positive.
      apply functional_extensionality. intros j. unfold vscale, vplus. ring. }
  (* a positive factor changes no sign *)
  split; [exact E|]. rewrite E. now apply mistakes_scale.
Qed.

(** ** With a bias *)

(** The lifted signed point of (x, y) is (y x, y). *)
Definition lifted d (x : nat -> vec) (y : nat -> R) (i : nat) : vec :=
  append d (vscale (y i) (x i)) (y i).

(** With labels +1 and -1. *)
Definition labelled m (y : nat -> R) : Prop := forall i, (i < m)%nat -> y i = 1 \/ y i = -1.

Lemma dot_lifted d x y w b i :
  dot (S d) (append d w b) (lifted d x y i) = y i * (dot d w (x i) + b).
Proof. unfold lifted. rewrite dot_append, dot_scale_r. ring. Qed.

(** The perceptron with a bias updates w and b together. *)
Definition bias_mistake d x (y : nat -> R) (wb : vec * R) (i : nat) : Prop :=
  y i * (dot d (fst wb) (x i) + snd wb) <= 0.
Definition bias_correct (x : nat -> vec) (y : nat -> R) (wb : vec * R) (i : nat) : vec * R :=
  (vplus (fst wb) (vscale (y i) (x i)), snd wb + y i).
Definition bias_perceptron d m x y := run m (bias_mistake d x y) (bias_correct x y) (vzero, 0).

(** It is the perceptron without a bias on the lifted points. *)
Lemma bias_is_lift d m x y k wb :
  bias_perceptron d m x y k wb ->
  exists v, perceptron (S d) m (lifted d x y) k v /\ veq (S d) v (append d (fst wb) (snd wb)).
Proof.
  intros H. induction H as [|k [w b] i _ (v & Hv & E) Hi Wrong].
  - exists vzero. split; [constructor|]. intros j _. unfold append, vzero. simpl.
    now destruct (j <? d)%nat.
  - exists (add_point (lifted d x y) v i). split.
    + apply run_step; [exact Hv|exact Hi|]. unfold mistake.
      rewrite (dot_ext (S d) v (append d w b) _ (lifted d x y i) E (fun j _ => eq_refl)).
      rewrite dot_lifted. exact Wrong.
    + intros j Hj. unfold add_point, vplus. rewrite (E j Hj). unfold lifted, append. simpl.
      now destruct (j <? d)%nat.
Qed.

(** Some hyperplane through the origin has margin at least gamma/sqrt(1 + R^2) on the lifted points.
    - labels : Each label is +1 or -1.
    - some_positive : There is a point labeled +1.
    - some_negative : There is a point labeled -1.
    - gamma_positive : The margin gamma is above 0.
    - points_in_ball : No point is longer than R.
    - u_unit : u is a unit vector.
    - u_margin : The hyperplane u.x + b = 0 has margin at least gamma. *)
Theorem thm_lift_margin d m x y u b radius gamma
  (labels : labelled m y)
  (some_positive : exists i, (i < m)%nat /\ y i = 1)
  (some_negative : exists i, (i < m)%nat /\ y i = -1)
  (gamma_positive : 0 < gamma)
  (points_in_ball : in_ball d m x radius)
  (u_unit : norm d u = 1)
  (u_margin : forall i, (i < m)%nat -> gamma <= y i * (dot d u (x i) + b)) :
  exists v, unit_with_margin (S d) m (lifted d x y) v (gamma / sqrt (1 + radius ^ 2)).
Proof.
  (* The bias is small *)
  assert (near : forall i, (i < m)%nat -> - radius <= dot d u (x i) <= radius).
  { intros i Hi. rewrite dot_comm. pose proof (points_in_ball i Hi).
    pose proof (shadow_le d (x i) u u_unit). pose proof (shadow_ge d (x i) u u_unit). lra. }
  assert (bias : b ^ 2 <= radius ^ 2).
  { destruct some_positive as (i & Hi & Yi), some_negative as (j & Hj & Yj).
    pose proof (u_margin i Hi) as Mi. pose proof (u_margin j Hj) as Mj. rewrite Yi, Yj in *.
    pose proof (near i Hi). pose proof (near j Hj). nra. }
  (* Scaling *)
  set (a := append d u b). assert (size : norm (S d) a ^ 2 = 1 + b ^ 2)
    by (unfold a; rewrite norm_append_sqr, u_unit; ring).
  pose proof (norm_nonneg (S d) a) as a_nonneg.
  assert (a_positive : 0 < norm (S d) a) by nra.
  exists (vscale (/ norm (S d) a) a). split; [now apply norm_normalised|].
  intros i Hi. rewrite dot_scale_l. unfold a at 2. rewrite dot_lifted.
  rewrite (Rmult_comm (/ _)).
  assert (short : norm (S d) a <= sqrt (1 + radius ^ 2))
    by (apply le_of_squares; [apply sqrt_pos|rewrite pow2_sqrt; nra]).
  apply Rmult_le_compat; [lra| |now apply u_margin|now apply Rinv_le_contravar].
  left. apply Rinv_0_lt_compat. lra.
Qed.

(** Hence the perceptron with a bias makes at most (1 + R^2)^2/gamma^2 updates.
    - labels : Each label is +1 or -1.
    - some_positive : There is a point labeled +1.
    - some_negative : There is a point labeled -1.
    - gamma_positive : The margin gamma is above 0.
    - points_in_ball : No point is longer than R.
    - u_unit : u is a unit vector.
    - u_margin : The hyperplane u.x + b = 0 has margin at least gamma.
    - corrected : wb is where k updates of w and b lead from 0. *)
Theorem thm_lift_margin_corrections d m x y u b radius gamma k wb
  (labels : labelled m y)
  (some_positive : exists i, (i < m)%nat /\ y i = 1)
  (some_negative : exists i, (i < m)%nat /\ y i = -1)
  (gamma_positive : 0 < gamma)
  (points_in_ball : in_ball d m x radius)
  (u_unit : norm d u = 1)
  (u_margin : forall i, (i < m)%nat -> gamma <= y i * (dot d u (x i) + b))
  (corrected : bias_perceptron d m x y k wb) :
  INR k <= (1 + radius ^ 2) ^ 2 / gamma ^ 2.
Proof.
  destruct (thm_lift_margin d m x y u b radius gamma) as [v Hv]; try assumption.
  destruct (bias_is_lift d m x y k wb corrected) as (w & Hw & _).
  set (S2 := sqrt (1 + radius ^ 2)) in *.
  assert (E : S2 ^ 2 = 1 + radius ^ 2) by (apply pow2_sqrt; nra).
  assert (0 < S2) by (apply sqrt_lt_R0; nra).
  (* Updates: Novikoff's theorem on the lifted points *)
  replace ((1 + radius ^ 2) ^ 2 / gamma ^ 2) with (S2 ^ 2 / (gamma / S2) ^ 2)
    by (rewrite <- E; field; lra).
  apply (thm_novikoff (S d) m (lifted d x y) v S2 (gamma / S2) k w); try assumption.
  - now apply Rdiv_lt_0_compat.
  - intros i Hi. apply norm_le_iff; [lra|]. unfold lifted.
    rewrite <- norm_sqr, norm_append_sqr, norm_scale, Rpow_mult_distr, pow2_abs, E.
    pose proof (squares_le _ _ (norm_nonneg d (x i)) (points_in_ball i Hi)).
    destruct (labels i Hi) as [-> | ->]; lra.
Qed.

(** ** As slow as the bound allows *)

(** The n signed points (1, 0, 0, ...), (0, 1, 0, ...) and so on, one a dimension. *)
Definition axis (i : nat) : vec := fun j => if (j =? i)%nat then 1 else 0.

Lemma dot_axis n w i : (i < n)%nat -> dot n w (axis i) = w i.
Proof.
  intros Hi. unfold dot. rewrite (sum_single n i); unfold axis.
  - rewrite Nat.eqb_refl. ring.
  - exact Hi.
  - intros j _ Hj. apply Nat.eqb_neq in Hj as ->. ring.
Qed.

(** On the axes there is one update on each point, in any order: a run that has ended has made n
    updates.
    - corrected : w is where k updates on misclassified points lead from 0.
    - the_end : w misclassifies no point. *)
Theorem sec_slow_for_perceptron n k w
  (corrected : perceptron n n axis k w)
  (the_end : finished n (mistake n axis) w) : k = n.
Proof.
  (* each entry of w is 0 or 1, and k of them are 1 *)
  assert (Ones : (forall j, (j < n)%nat -> w j = 0 \/ w j = 1) /\ sum n w = INR k).
  { clear the_end. induction corrected as [|k w i _ [Entries Total] Hi Wrong].
    - split; [now left|]. apply sum_zero.
    - unfold mistake in Wrong. rewrite dot_axis in Wrong by exact Hi.
      assert (Zero : w i = 0) by (destruct (Entries i Hi); lra).
      unfold add_point, vplus. split.
      + intros j Hj. unfold axis. destruct (Nat.eqb_spec j i) as [->|].
        * right. lra.
        * destruct (Entries j Hj); [left|right]; lra.
      + rewrite sum_plus, Total, S_INR. rewrite (sum_single n i); [|exact Hi|].
        * unfold axis. rewrite Nat.eqb_refl. ring.
        * intros j _ Hj. unfold axis. now apply Nat.eqb_neq in Hj as ->. }
  (* at the end all of them are *)
  destruct Ones as [Entries Total]. apply INR_eq. rewrite <- Total.
  rewrite <- (Rmult_1_r (INR n)), <- sum_const. apply sum_ext. intros j Hj.
  pose proof (thm_novikoff_separates n n axis w the_end j Hj) as P.
  rewrite dot_axis in P by exact Hj.
  destruct (Entries j Hj); lra.
Qed.

(** No hyperplane through the origin has a margin above 1/sqrt(n) on the axes. With R = 1 the bound
    is n, and it is reached.
    - some_axis : There is at least one dimension.
    - u_margin : The unit vector u has every axis at least gamma along it. *)
Theorem sec_slow_for_perceptron_margin n u gamma
  (some_axis : (0 < n)%nat)
  (u_margin : unit_with_margin n n axis u gamma) :
  gamma <= 1 / sqrt (INR n).
Proof.
  (* every entry of u is at least gamma *)
  destruct u_margin as [Unit Margin]. apply lt_0_INR in some_axis.
  assert (Root : 0 < sqrt (INR n)) by now apply sqrt_lt_R0.
  apply le_quotient; [exact Root|].
  destruct (Rle_or_lt gamma 0); [nra|]. apply le_of_squares; [lra|].
  rewrite Rpow_mult_distr, pow2_sqrt by lra.
  (* so n gamma^2 is at most the sum of their squares, which is 1 *)
  replace (1 ^ 2) with (norm n u ^ 2) by (rewrite Unit; ring). rewrite norm_sqr.
  rewrite Rmult_comm, <- sum_const. apply sum_le. intros j Hj.
  specialize (Margin j Hj). rewrite dot_axis in Margin by exact Hj. nra.
Qed.
