(** * Winnow

    The points are m rows [a 0], ..., [a (m - 1)] of D entries between -1 and 1: in the book the
    lifted signed points of R^d, with D = d + 1, scaled to a largest entry of 1. There are N = 2 D
    experts, two for each feature: expert [j < D] says what the feature says, expert [D + j] the
    opposite. Winnow multiplies the weights of the experts, and its hyperplane is the difference of
    their shares. Here are the potential argument, the bounds for the linear and the exponential
    update, the search for epsilon, and how the two margins are related. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Separability.
From Margin Require Import Vectors Runs Logarithms Maximum Perceptron.
Open Scope R_scope.

(** ** The potential *)

(** Where the shares add up to 1, there is an expert, and positive weights have a positive sum. *)
Lemma total_positive N p v :
  sum N p = 1 -> (forall j, (j < N)%nat -> 0 < v j) -> 0 < sum N v.
Proof.
  intros One P. destruct N as [|N]; [simpl in One; lra|].
  apply sum_pos with 0%nat; [|lia|apply P; lia]. intros j Hj. left. auto.
Qed.

(** The argument of all of the chapter's bounds, for N experts and an update that multiplies the
    weight of each by a factor [f] of what it wins: [f] lies below a line [top + s g], and the
    logarithm of [f] above a line [c g - loss]. *)
Section Potential.
Variables N m : nat.
Variable g : nat -> nat -> R.             (* [g i j]: what expert j wins on point i *)
Variable wrong : vec -> nat -> Prop.
Variables f : R -> R.
Variables top s c loss gamma : R.
Variable p : vec.                         (* the shares of the best mixture *)

Hypothesis wins_small : forall i j, (i < m)%nat -> (j < N)%nat -> -1 <= g i j <= 1.
Hypothesis wrong_wins_nothing : forall v i, (i < m)%nat ->
  (forall j, (j < N)%nat -> 0 < v j) -> wrong v i -> dot N v (g i) <= 0.
Hypothesis shares_nonneg : forall j, (j < N)%nat -> 0 <= p j.
Hypothesis shares_add_up : sum N p = 1.
Hypothesis mixture_wins : forall i, (i < m)%nat -> gamma <= dot N p (g i).
Hypothesis f_positive : forall t, -1 <= t <= 1 -> 0 < f t.
Hypothesis f_below : forall t, -1 <= t <= 1 -> f t <= top + s * t.
Hypothesis f_above : forall t, -1 <= t <= 1 -> c * t - loss <= ln (f t).
Hypothesis top_positive : 0 < top.
Hypothesis s_nonneg : 0 <= s.
Hypothesis c_nonneg : 0 <= c.

Definition multiply (v : vec) (i : nat) : vec := fun j => v j * f (g i j).
Definition ones : vec := fun _ => 1.

Lemma weights_positive T v :
  run m wrong multiply ones T v -> forall j, (j < N)%nat -> 0 < v j.
Proof.
  intros H. induction H as [|T v i _ IH Hi _]; intros j Hj; [unfold ones; lra|].
  apply Rmult_lt_0_compat; auto.
Qed.

(** Step The sum never rises (by a factor of more than [top], which is 1 for the linear update). *)
Lemma sum_never_rises T v :
  run m wrong multiply ones T v -> ln (sum N v) <= ln (INR N) + INR T * ln top.
Proof.
  intros H. induction H as [|T v i H IH Hi Wrong].
  - unfold ones. rewrite sum_const, Rmult_1_r. simpl INR. lra.
  - pose proof (weights_positive T v H) as P.
    pose proof (weights_positive (S T) _ (run_step _ _ _ _ H Hi Wrong)) as P'.
    assert (Fall : sum N (multiply v i) <= top * sum N v).
    { apply Rle_trans with (sum N (fun j => top * v j + s * (v j * g i j))).
      - apply sum_le. intros j Hj. unfold multiply.
        pose proof (f_below (g i j) (wins_small i j Hi Hj)). specialize (P j Hj). nra.
      - rewrite sum_plus, !sum_scale. fold (dot N v (g i)).
        pose proof (wrong_wins_nothing v i Hi P Wrong). nra. }
    apply ln_monotone in Fall; [|now apply total_positive with p].
    rewrite ln_mult in Fall by (try apply total_positive with p; assumption).
    rewrite S_INR. lra.
Qed.

(** Step Each update adds to the average of the logarithms over the best mixture. *)
Lemma each_correction_adds T v :
  run m wrong multiply ones T v ->
  INR T * (c * gamma - loss) <= sum N (fun j => p j * ln (v j)).
Proof.
  intros H. induction H as [|T v i H IH Hi Wrong].
  - rewrite sum_all_zero; [simpl; lra|]. intros j _. unfold ones. rewrite ln_1. ring.
  - pose proof (weights_positive T v H) as P. pose proof (mixture_wins i Hi).
    apply Rle_trans with
      (sum N (fun j => p j * ln (v j) + (c * (p j * g i j) - loss * p j))).
    + rewrite sum_plus, sum_minus, !sum_scale, shares_add_up, S_INR. fold (dot N p (g i)). nra.
    + apply sum_le. intros j Hj. unfold multiply. pose proof (wins_small i j Hi Hj).
      rewrite ln_mult by auto. pose proof (f_above (g i j) ltac:(lra)).
      specialize (shares_nonneg j Hj). nra.
Qed.

(** Step The sum holds the best mixture. The book goes by a tangent of ln; it is enough that no weight
    is above the sum. *)
Lemma sum_holds_best_mixture v :
  (forall j, (j < N)%nat -> 0 < v j) -> sum N (fun j => p j * ln (v j)) <= ln (sum N v).
Proof.
  intros P. replace (ln (sum N v)) with (sum N (fun j => p j * ln (sum N v)))
    by (rewrite sum_scale_r, shares_add_up; ring).
  apply sum_le. intros j Hj. apply Rmult_le_compat_l; [auto|].
  apply ln_monotone; [auto|]. apply sum_term_le; [|exact Hj]. intros k Hk. left. auto.
Qed.

(** Step Together: the average is driven up, the sum is not, and one is below the other. *)
Theorem potential_bound T v :
  run m wrong multiply ones T v -> INR T * (c * gamma - loss - ln top) <= ln (INR N).
Proof.
  intros H. pose proof (sum_never_rises T v H). pose proof (each_correction_adds T v H).
  pose proof (sum_holds_best_mixture v (weights_positive T v H)). lra.
Qed.
End Potential.

(** ** The algorithm *)

(** What the N = 2 D experts win on point i: the row and its opposite, (a, -a). *)
Definition gain D (a : nat -> vec) (i j : nat) : R :=
  if (j <? D)%nat then a i j else - a i (j - D)%nat.

(** The hyperplane of the weights v: w_j = (v_j - v_{D+j}) / (v_0 + ... + v_{N-1}). *)
Definition plane D (v : vec) : vec := fun j => (v j - v (D + j)%nat) / sum (2 * D) v.

Definition winnow_mistake D (a : nat -> vec) (v : vec) (i : nat) : Prop :=
  dot D (plane D v) (a i) <= 0.

(** The linear update multiplies the weight of an expert who wins g by 1 + epsilon g. *)
Definition linear (epsilon g : R) : R := 1 + epsilon * g.

(** [winnow D m a epsilon T v]: some choice of T updates on misclassified points leads from the
    weights 1, ..., 1 to [v]. *)
Definition winnow D m a epsilon :=
  run m (winnow_mistake D a) (multiply (gain D a) (linear epsilon)) ones.

(** No entry of a row is above 1 or below -1. *)
Definition scaled_rows D m (a : nat -> vec) : Prop :=
  forall i j, (i < m)%nat -> (j < D)%nat -> Rabs (a i j) <= 1.

(** [w] is a mixture, with |w|_1 = 1 (the sum of its absolute entries), that wins at least [gamma]
    against every row. *)
Definition mixture_with_margin D m a (w : vec) (gamma : R) : Prop :=
  norm_1 D w = 1 /\ forall i, (i < m)%nat -> gamma <= dot D w (a i).

Lemma sum_pairs D f : sum (2 * D) f = sum D f + sum D (fun j => f (D + j)%nat).
Proof. simpl. rewrite Nat.add_0_r. apply sum_app. Qed.

Lemma gain_first D a i j : (j < D)%nat -> gain D a i j = a i j.
Proof. intros H. unfold gain. now apply Nat.ltb_lt in H as ->. Qed.

Lemma gain_second D a i j : gain D a i (D + j) = - a i j.
Proof.
  unfold gain. destruct (Nat.ltb_spec (D + j) D); [lia|]. now rewrite Nat.add_comm, Nat.add_sub.
Qed.

Lemma gain_small D m a i j :
  scaled_rows D m a -> (i < m)%nat -> (j < 2 * D)%nat -> -1 <= gain D a i j <= 1.
Proof.
  intros A Hi Hj. unfold gain. destruct (Nat.ltb_spec j D).
  - apply abs_between. now apply A.
  - assert (B : Rabs (a i (j - D)%nat) <= 1) by (apply A; lia).
    apply abs_between in B. lra.
Qed.

Lemma dot_gain D v a i :
  dot (2 * D) v (gain D a i) = sum D (fun j => (v j - v (D + j)%nat) * a i j).
Proof.
  unfold dot. rewrite sum_pairs, <- sum_plus. apply sum_ext. intros j Hj.
  rewrite gain_first, gain_second by exact Hj. ring.
Qed.

(** On a misclassified point the present mixture of the experts wins nothing. *)
Lemma mistake_wins_nothing D a v i :
  0 < sum (2 * D) v -> winnow_mistake D a v i -> dot (2 * D) v (gain D a i) <= 0.
Proof.
  intros P M. unfold winnow_mistake, dot, plane in M. rewrite dot_gain.
  rewrite (sum_ext D _ (fun j => / sum (2 * D) v * ((v j - v (D + j)%nat) * a i j))) in M
    by (intros; unfold Rdiv; ring).
  rewrite sum_scale in M. apply Rinv_0_lt_compat in P.
  apply (Rmult_le_reg_l (/ sum (2 * D) v)); lra.
Qed.

(** The shares of w: those of the experts for its positive entries, and of the opponents. *)
Definition shares D (w : vec) : vec :=
  fun j => if (j <? D)%nat then Rmax (w j) 0 else Rmax (- w (j - D)%nat) 0.

Lemma shares_first D w j : (j < D)%nat -> shares D w j = Rmax (w j) 0.
Proof. intros H. unfold shares. now apply Nat.ltb_lt in H as ->. Qed.

Lemma shares_second D w j : shares D w (D + j)%nat = Rmax (- w j) 0.
Proof.
  unfold shares. destruct (Nat.ltb_spec (D + j) D); [lia|]. now rewrite Nat.add_comm, Nat.add_sub.
Qed.

Lemma shares_at_least_0 D w j : 0 <= shares D w j.
Proof. unfold shares. destruct (j <? D)%nat; apply Rmax_r. Qed.

Lemma parts_of r : Rmax r 0 + Rmax (- r) 0 = Rabs r /\ Rmax r 0 - Rmax (- r) 0 = r.
Proof.
  unfold Rmax, Rabs. destruct (Rle_dec r 0), (Rle_dec (- r) 0), (Rcase_abs r); lra.
Qed.

Lemma sum_shares D w : sum (2 * D) (shares D w) = norm_1 D w.
Proof.
  rewrite sum_pairs, <- sum_plus. apply sum_ext. intros j Hj.
  rewrite shares_first, shares_second by exact Hj. apply parts_of.
Qed.

Lemma dot_shares D w a i : dot (2 * D) (shares D w) (gain D a i) = dot D w (a i).
Proof.
  rewrite dot_gain. apply sum_ext. intros j Hj.
  rewrite shares_first, shares_second by exact Hj. f_equal. apply parts_of.
Qed.

(** The potential argument for Winnow with any factor. *)
Lemma winnow_potential D m a w gamma f top s c loss T v :
  scaled_rows D m a -> mixture_with_margin D m a w gamma ->
  (forall t, -1 <= t <= 1 -> 0 < f t) ->
  (forall t, -1 <= t <= 1 -> f t <= top + s * t) ->
  (forall t, -1 <= t <= 1 -> c * t - loss <= ln (f t)) ->
  0 < top -> 0 <= s -> 0 <= c ->
  run m (winnow_mistake D a) (multiply (gain D a) f) ones T v ->
  INR T * (c * gamma - loss - ln top) <= ln (INR (2 * D)).
Proof.
  intros Rows [One Margin] Fp Fb Fa Ht Hs Hc Run.
  assert (One' : sum (2 * D) (shares D w) = 1) by now rewrite sum_shares.
  apply (potential_bound (2 * D) m (gain D a) (winnow_mistake D a) f top s c loss gamma
    (shares D w)) with (v := v); try assumption.
  - intros i j. apply gain_small. exact Rows.
  - intros u i _ P M. apply mistake_wins_nothing; [|exact M].
    now apply total_positive with (shares D w).
  - intros j _. apply shares_at_least_0.
  - intros i Hi. rewrite dot_shares. now apply Margin.
Qed.

(** No margin is above 1. *)
Lemma mixture_margin_le_1 D m a w gamma :
  scaled_rows D m a -> mixture_with_margin D m a w gamma -> (0 < m)%nat -> gamma <= 1.
Proof.
  intros Rows [One Margin] Hm. apply Rle_trans with (dot D w (a 0%nat)); [now apply Margin|].
  rewrite <- One. apply sum_le. intros j Hj.
  pose proof (abs_between _ _ (Rows 0%nat j Hm Hj)).
  pose proof (abs_between _ _ (Rle_refl (Rabs (w j)))). nra.
Qed.

Lemma some_feature D m a w gamma : mixture_with_margin D m a w gamma -> (0 < D)%nat.
Proof. intros [One _]. destruct D; [unfold norm_1 in One; simpl in One; lra|lia]. Qed.

Lemma ln_experts_nonneg D : (0 < D)%nat -> 0 <= ln (INR (2 * D)).
Proof.
  intros HD. rewrite <- ln_1. apply ln_monotone; [lra|]. apply (le_INR 1). lia.
Qed.

(** ** Why it ends *)

(** For every epsilon below 1, T updates of Winnow have T (gamma A + ln(1 - epsilon^2)/2) <= ln N,
    where A = ln((1 + epsilon)/(1 - epsilon))/2.
    - epsilon_positive : epsilon is above 0.
    - epsilon_below_one : epsilon is below 1.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem thm_multiplicative_any_epsilon D m a w gamma epsilon T v
  (epsilon_positive : 0 < epsilon)
  (epsilon_below_one : epsilon < 1)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow D m a epsilon T v) :
  INR T * (gamma * ((ln (1 + epsilon) - ln (1 - epsilon)) / 2)
           + (ln (1 + epsilon) + ln (1 - epsilon)) / 2) <= ln (INR (2 * D)).
Proof.
  set (A := chord_slope epsilon). assert (HA : epsilon <= A) by (apply chord_slope_ge; lra).
  (* The chord. Each update adds: at least gamma A + ln(1 - epsilon^2)/2 *)
  pose proof (winnow_potential D m a w gamma (linear epsilon) 1 epsilon A
    (- ((ln (1 + epsilon) + ln (1 - epsilon)) / 2)) T v rows w_margin) as Bound.
  rewrite ln_1 in Bound. unfold linear in Bound. eapply Rle_trans; [|apply Bound].
  - right. unfold A, chord_slope. ring.
  - intros t Ht. nra.
  - intros t Ht. lra.
  - intros t Ht. pose proof (chord_below_ln epsilon t ltac:(lra) Ht).
    unfold A, chord_slope. lra.
  - lra.
  - lra.
  - lra.
  - exact corrected.
Qed.

(** With 0 < epsilon < 1 and epsilon <= gamma, T updates of Winnow have T epsilon (gamma -
    epsilon/2) <= ln N.
    - epsilon_positive : epsilon is above 0.
    - epsilon_below_one : epsilon is below 1.
    - epsilon_right : epsilon is not above the margin gamma.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem thm_multiplicative D m a w gamma epsilon T v
  (epsilon_positive : 0 < epsilon)
  (epsilon_below_one : epsilon < 1)
  (epsilon_right : epsilon <= gamma)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow D m a epsilon T v) :
  INR T * (epsilon * (gamma - epsilon / 2)) <= ln (INR (2 * D)).
Proof.
  (* The chord. Each update adds *)
  pose proof (thm_multiplicative_any_epsilon D m a w gamma epsilon T v epsilon_positive
    epsilon_below_one rows w_margin corrected) as Bound.
  fold (chord_slope epsilon) in Bound. set (A := chord_slope epsilon) in *.
  (* What that is worth *)
  assert (HA : epsilon <= A) by (apply chord_slope_ge; lra).
  pose proof (chord_worth epsilon ltac:(lra)) as Worth. fold A in Worth.
  (* Together *)
  eapply Rle_trans; [|exact Bound]. apply Rmult_le_compat_l; [apply pos_INR|nra].
Qed.

(** With 0 < epsilon < 1 and epsilon <= gamma, T updates of Winnow have T epsilon (gamma - epsilon)
    <= ln N.
    - epsilon_positive : epsilon is above 0.
    - epsilon_below_one : epsilon is below 1.
    - epsilon_right : epsilon is not above the margin gamma.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem thm_winnow D m a w gamma epsilon T v
  (epsilon_positive : 0 < epsilon)
  (epsilon_below_one : epsilon < 1)
  (epsilon_right : epsilon <= gamma)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow D m a epsilon T v) :
  INR T * (epsilon * (gamma - epsilon)) <= ln (INR (2 * D)).
Proof.
  destruct (Rle_or_lt epsilon (/ 2)) as [Small|Large].
  - (* A parabola below the logarithm. Each update adds: at least epsilon gamma - epsilon^2 *)
    pose proof (winnow_potential D m a w gamma (linear epsilon) 1 epsilon epsilon (epsilon ^ 2)
      T v rows w_margin) as Bound.
    rewrite ln_1 in Bound. unfold linear in Bound.
    (* Together *)
    eapply Rle_trans; [|apply Bound].
    + right. ring.
    + intros t Ht. nra.
    + intros t Ht. lra.
    + intros t Ht. assert (- epsilon <= epsilon * t <= epsilon) by nra.
      pose proof (parabola_below_ln (epsilon * t) ltac:(lra)).
      assert ((epsilon * t) ^ 2 <= epsilon ^ 2) by nra. lra.
    + lra.
    + lra.
    + lra.
    + exact corrected.
  - (* A large step *)
    pose proof (thm_multiplicative D m a w gamma epsilon T v epsilon_positive epsilon_below_one
      epsilon_right rows w_margin corrected) as Bound.
    eapply Rle_trans; [|exact Bound]. apply Rmult_le_compat_l; [apply pos_INR|nra].
Qed.

(** For epsilon < gamma Winnow makes at most ln N/(epsilon (gamma - epsilon)) updates.
    - epsilon_positive : epsilon is above 0.
    - epsilon_below_one : epsilon is below 1.
    - epsilon_small : epsilon is below the margin gamma.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem thm_winnow_corrections D m a w gamma epsilon T v
  (epsilon_positive : 0 < epsilon)
  (epsilon_below_one : epsilon < 1)
  (epsilon_small : epsilon < gamma)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow D m a epsilon T v) :
  INR T <= ln (INR (2 * D)) / (epsilon * (gamma - epsilon)).
Proof.
  apply le_quotient; [nra|]. apply (thm_winnow D m a w gamma epsilon T v); auto. lra.
Qed.

(** For epsilon between gamma/4 and 3 gamma/4 it makes at most (16/3) ln N/gamma^2 updates.
    - gamma_positive : The margin gamma is above 0.
    - epsilon_below_one : epsilon is below 1.
    - epsilon_range : epsilon is between gamma/4 and 3 gamma/4.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem thm_winnow_range D m a w gamma epsilon T v
  (gamma_positive : 0 < gamma)
  (epsilon_below_one : epsilon < 1)
  (epsilon_range : gamma / 4 <= epsilon <= 3 * gamma / 4)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow D m a epsilon T v) :
  INR T <= 16 / 3 * (ln (INR (2 * D)) / gamma ^ 2).
Proof.
  (* The range *)
  assert (Room : 3 / 16 * gamma ^ 2 <= epsilon * (gamma - epsilon)) by nra.
  pose proof (thm_winnow D m a w gamma epsilon T v ltac:(lra) epsilon_below_one ltac:(lra)
    rows w_margin corrected) as Bound.
  replace (16 / 3 * (ln (INR (2 * D)) / gamma ^ 2))
    with (16 / 3 * ln (INR (2 * D)) / gamma ^ 2) by (field; lra).
  apply le_quotient; [nra|]. pose proof (pos_INR T). nra.
Qed.

(** For epsilon = gamma/2 it makes at most 4 ln N/gamma^2 updates.
    - gamma_positive : The margin gamma is above 0.
    - epsilon_below_one : gamma/2 is below 1.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem thm_winnow_half D m a w gamma T v
  (gamma_positive : 0 < gamma)
  (epsilon_below_one : gamma / 2 < 1)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow D m a (gamma / 2) T v) :
  INR T <= 4 * ln (INR (2 * D)) / gamma ^ 2.
Proof.
  pose proof (thm_winnow D m a w gamma (gamma / 2) T v ltac:(lra) epsilon_below_one ltac:(lra)
    rows w_margin corrected) as Bound.
  apply le_quotient; [nra|]. lra.
Qed.

(** For each epsilon <= gamma below 1 Winnow makes at most ln N/(epsilon (gamma - epsilon/2))
    updates.
    - epsilon_positive : epsilon is above 0.
    - epsilon_below_one : epsilon is below 1.
    - epsilon_right : epsilon is not above the margin gamma.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem thm_multiplicative_corrections D m a w gamma epsilon T v
  (epsilon_positive : 0 < epsilon)
  (epsilon_below_one : epsilon < 1)
  (epsilon_right : epsilon <= gamma)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow D m a epsilon T v) :
  INR T <= ln (INR (2 * D)) / (epsilon * (gamma - epsilon / 2)).
Proof.
  apply le_quotient; [nra|]. now apply (thm_multiplicative D m a w gamma epsilon T v).
Qed.

(** With epsilon = gamma < 1 Winnow makes at most 2 ln N/gamma^2 updates.
    - gamma_positive : The margin gamma is above 0.
    - gamma_below_one : gamma is below 1.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem thm_multiplicative_margin D m a w gamma T v
  (gamma_positive : 0 < gamma)
  (gamma_below_one : gamma < 1)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow D m a gamma T v) :
  INR T <= 2 * ln (INR (2 * D)) / gamma ^ 2.
Proof.
  pose proof (thm_multiplicative D m a w gamma gamma T v gamma_positive gamma_below_one
    ltac:(lra) rows w_margin corrected) as Bound.
  apply le_quotient; [nra|]. lra.
Qed.

(** For epsilon between gamma/4 and 3 gamma/4 this gives (32/7) ln N/gamma^2, less than 16/3.
    - gamma_positive : The margin gamma is above 0.
    - epsilon_below_one : epsilon is below 1.
    - epsilon_range : epsilon is between gamma/4 and 3 gamma/4.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem thm_multiplicative_range D m a w gamma epsilon T v
  (gamma_positive : 0 < gamma)
  (epsilon_below_one : epsilon < 1)
  (epsilon_range : gamma / 4 <= epsilon <= 3 * gamma / 4)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow D m a epsilon T v) :
  INR T <= 32 / 7 * (ln (INR (2 * D)) / gamma ^ 2).
Proof.
  assert (Room : 7 / 32 * gamma ^ 2 <= epsilon * (gamma - epsilon / 2)) by nra.
  pose proof (thm_multiplicative D m a w gamma epsilon T v ltac:(lra) epsilon_below_one ltac:(lra)
    rows w_margin corrected) as Bound.
  replace (32 / 7 * (ln (INR (2 * D)) / gamma ^ 2))
    with (32 / 7 * ln (INR (2 * D)) / gamma ^ 2) by (field; lra).
  apply le_quotient; [nra|]. pose proof (pos_INR T). nra.
Qed.

(** And for epsilon = gamma/2 it gives (8/3) ln N/gamma^2, less than 4.
    - gamma_positive : The margin gamma is above 0.
    - epsilon_below_one : gamma/2 is below 1.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem thm_multiplicative_half D m a w gamma T v
  (gamma_positive : 0 < gamma)
  (epsilon_below_one : gamma / 2 < 1)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow D m a (gamma / 2) T v) :
  INR T <= 8 / 3 * (ln (INR (2 * D)) / gamma ^ 2).
Proof.
  pose proof (thm_multiplicative D m a w gamma (gamma / 2) T v ltac:(lra) epsilon_below_one
    ltac:(lra) rows w_margin corrected) as Bound.
  replace (8 / 3 * (ln (INR (2 * D)) / gamma ^ 2))
    with (8 / 3 * ln (INR (2 * D)) / gamma ^ 2) by (field; lra).
  apply le_quotient; [nra|]. pose proof (pos_INR T). nra.
Qed.

Lemma winnow_mistake_dec D a v i : {winnow_mistake D a v i} + {~ winnow_mistake D a v i}.
Proof. apply Rle_dec. Qed.

(** Where Winnow ends, its hyperplane has every point on its proper side.
    - the_end : The weights v misclassify no point. *)
Theorem thm_winnow_separates D m a v
  (the_end : finished m (winnow_mistake D a) v) :
  forall i, (i < m)%nat -> 0 < dot D (plane D v) (a i).
Proof. intros i Hi. specialize (the_end i Hi). unfold winnow_mistake in the_end. lra. Qed.

(** Winnow ends: whatever updates it has made so far, it goes on to a hyperplane that separates.
    - epsilon_positive : epsilon is above 0.
    - epsilon_below_one : epsilon is below 1.
    - epsilon_right : epsilon is not above the margin gamma.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem thm_winnow_ends D m a w gamma epsilon T v
  (epsilon_positive : 0 < epsilon)
  (epsilon_below_one : epsilon < 1)
  (epsilon_right : epsilon <= gamma)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow D m a epsilon T v) :
  exists more v_end,
    run m (winnow_mistake D a) (multiply (gain D a) (linear epsilon)) v more v_end /\
    forall i, (i < m)%nat -> 0 < dot D (plane D v_end) (a i).
Proof.
  destruct (bounded_runs_end _ m _ (multiply (gain D a) (linear epsilon)) (winnow_mistake_dec D a)
    ones (ln (INR (2 * D)) / (epsilon * (gamma - epsilon / 2)))) with (j := T) (s := v)
    as (more & v_end & Run & End); [|exact corrected|].
  - intros k u Hk. now apply (thm_multiplicative_corrections D m a w gamma epsilon k u).
  - exists more, v_end. split; [exact Run|now apply thm_winnow_separates].
Qed.

(** The exponential update multiplies the weight of an expert who wins g by exp (eta g). *)
Definition winnow_exponential D m a eta :=
  run m (winnow_mistake D a) (multiply (gain D a) (fun g => exp (eta * g))) ones.

(** With the exponential update T updates have T (eta gamma - ln cosh eta) <= ln N.
    - eta_nonneg : eta is not below 0.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem ex_winnow_exponential D m a w gamma eta T v
  (eta_nonneg : 0 <= eta)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow_exponential D m a eta T v) :
  INR T * (eta * gamma - ln (cosh eta)) <= ln (INR (2 * D)).
Proof.
  (* the same argument with the factor exp(eta g), which lies below its chord *)
  pose proof (winnow_potential D m a w gamma (fun g => exp (eta * g)) (cosh eta) (sinh eta) eta 0
    T v rows w_margin) as Bound.
  eapply Rle_trans; [|apply Bound].
  - right. ring.
  - intros t _. apply exp_pos.
  - intros t Ht. now apply exp_below_chord.
  - (* its logarithm is eta g *) intros t _. rewrite ln_exp. lra.
  - apply cosh_positive.
  - now apply sinh_nonneg.
  - exact eta_nonneg.
  - exact corrected.
Qed.

(** With eta = gamma the exponential update makes at most 2 ln N/gamma^2 updates.
    - gamma_positive : The margin gamma is above 0.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - corrected : v are the weights after T updates on misclassified points. *)
Theorem ex_winnow_exponential_margin D m a w gamma T v
  (gamma_positive : 0 < gamma)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (corrected : winnow_exponential D m a gamma T v) :
  INR T <= 2 * ln (INR (2 * D)) / gamma ^ 2.
Proof.
  pose proof (ex_winnow_exponential D m a w gamma gamma T v ltac:(lra) rows w_margin corrected).
  pose proof (ln_cosh_le gamma ltac:(lra)). pose proof (pos_INR T).
  apply le_quotient; nra.
Qed.

(** ** The search for epsilon *)

(** The guess of round h + 1 is 1/2^(h+1), and its budget 2 ln N/epsilon^2 updates. *)
Definition epsilon_of (h : nat) : R := / 2 ^ S h.
Definition search_budget D (h : nat) : R := 2 * ln (INR (2 * D)) / epsilon_of h ^ 2.

(** [given_up D m a h total]: the first h guesses were given up, each after as many updates as its
    budget allows, and with a misclassified point left; [total] updates in all. *)
Inductive given_up D m a : nat -> nat -> Prop :=
| no_guess : given_up D m a 0 0
| one_guess h total k v : given_up D m a h total -> winnow D m a (epsilon_of h) k v ->
    INR k <= search_budget D h < INR k + 1 -> ~ finished m (winnow_mistake D a) v ->
    given_up D m a (S h) (total + k).

(** [search D m a h total v]: after h guesses given up, the next ended within its budget with the
    weights [v]; [total] updates were made in all rounds. *)
Inductive search D m a : nat -> nat -> vec -> Prop :=
| found h total k v : given_up D m a h total -> winnow D m a (epsilon_of h) k v ->
    INR k <= search_budget D h -> finished m (winnow_mistake D a) v ->
    search D m a h (total + k) v.

Lemma epsilon_of_range h : 0 < epsilon_of h <= / 2.
Proof.
  unfold epsilon_of. assert (1 <= 2 ^ h) by (apply pow_R1_Rle; lra). simpl.
  split; [apply Rinv_0_lt_compat; lra|apply Rinv_le_contravar; lra].
Qed.

Lemma epsilon_of_next h : epsilon_of h = 2 * epsilon_of (S h).
Proof. unfold epsilon_of. simpl. field. apply pow_nonzero. lra. Qed.

Lemma four_power h : 4 ^ h = (2 ^ h) ^ 2.
Proof. rewrite <- pow_mult, Nat.mul_comm, pow_mult. f_equal. lra. Qed.

Lemma search_budget_is D h : search_budget D h = 8 * ln (INR (2 * D)) * 4 ^ h.
Proof.
  unfold search_budget, epsilon_of. rewrite four_power. simpl (2 ^ S h). field.
  apply pow_nonzero. lra.
Qed.

(** A guess that is right ends within its budget. *)
Lemma right_guess_within_budget D m a w gamma h T v :
  scaled_rows D m a -> mixture_with_margin D m a w gamma -> epsilon_of h <= gamma ->
  winnow D m a (epsilon_of h) T v -> INR T <= search_budget D h.
Proof.
  intros Rows Margin Right Run. pose proof (epsilon_of_range h) as E.
  pose proof (thm_multiplicative D m a w gamma (epsilon_of h) T v ltac:(lra) ltac:(lra) Right
    Rows Margin Run) as Bound.
  apply le_quotient; [nra|]. pose proof (pos_INR T).
  assert (INR T * (epsilon_of h * (epsilon_of h / 2)) <=
          INR T * (epsilon_of h * (gamma - epsilon_of h / 2))); [|lra].
  apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra.
Qed.

(** Step When it ends: a guess that was given up was above gamma. *)
Lemma given_up_above D m a w gamma h total :
  scaled_rows D m a -> mixture_with_margin D m a w gamma ->
  given_up D m a (S h) total -> gamma < epsilon_of h.
Proof.
  intros Rows Margin G. inversion G as [|h' total' k v _ Run [_ Spent] Unfinished]; subst.
  apply Rnot_le_lt. intros Right. apply Unfinished.
  destruct (wrong_or_finished _ m _ (winnow_mistake_dec D a) v) as [(i & Hi & M)|E];
    [exfalso|exact E].
  pose proof (right_guess_within_budget D m a w gamma h _ _ Rows Margin Right
    (run_step _ _ _ _ Run Hi M)) as B.
  rewrite S_INR in B. lra.
Qed.

(** Step The rounds before: their budgets add up. *)
Lemma given_up_total D m a h total :
  given_up D m a h total -> INR total <= 8 / 3 * ln (INR (2 * D)) * (4 ^ h - 1).
Proof.
  intros G. induction G as [|h total k v _ IH _ [Within _] _]; [simpl; lra|].
  rewrite search_budget_is in Within. rewrite plus_INR. simpl (4 ^ S h). lra.
Qed.

(** The search makes at most (16/3) ln N/gamma^2 updates in all its rounds.
    - gamma_positive : The margin gamma is above 0.
    - some_point : There is a point.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - returned : The search returned the weights v after [total] updates in all. *)
Theorem thm_winnow_search D m a w gamma h total v
  (gamma_positive : 0 < gamma)
  (some_point : (0 < m)%nat)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (returned : search D m a h total v) :
  INR total <= 16 / 3 * (ln (INR (2 * D)) / gamma ^ 2).
Proof.
  inversion returned as [h' before k v' Up Run Within _]; subst. rewrite plus_INR.
  pose proof (ln_experts_nonneg D (some_feature D m a w gamma w_margin)) as LN.
  pose proof (mixture_margin_le_1 D m a w gamma rows w_margin some_point) as At_most_1.
  pose proof (given_up_total D m a h before Up) as Before.
  pose proof (epsilon_of_range h) as E.
  set (L := ln (INR (2 * D))) in *. set (e := epsilon_of h) in *.
  assert (Four : 4 ^ h = / (4 * e ^ 2)).
  { unfold e, epsilon_of. rewrite four_power. simpl (2 ^ S h). field. apply pow_nonzero. lra. }
  (* How small it gets *)
  assert (Last_guess : gamma <= 2 * e).
  { destruct h as [|h']; [unfold e, epsilon_of; simpl; lra|].
    unfold e. rewrite <- epsilon_of_next. left.
    now apply (given_up_above D m a w gamma h' before). }
  assert (Q : 0 <= L / gamma ^ 2) by (apply le_quotient; nra).
  destruct (Rle_or_lt e gamma) as [Right|Above].
  - (* The rounds before *)
    assert (INR before <= 8 / 3 * (L / gamma ^ 2)).
    { apply Rle_trans with (1 := Before). replace (8 / 3 * (L / gamma ^ 2)) with
        (8 / 3 * L * / gamma ^ 2) by (field; lra).
      apply Rmult_le_compat_l; [lra|]. rewrite Four.
      enough (/ (4 * e ^ 2) <= / gamma ^ 2) by lra. apply Rinv_le_contravar; nra. }
    (* The last round *)
    assert (INR k <= 8 / 3 * (L / gamma ^ 2)).
    { pose proof (thm_multiplicative D m a w gamma e k v ltac:(lra) ltac:(lra) Right rows
        w_margin Run) as Bound. fold L in Bound.
      replace (8 / 3 * (L / gamma ^ 2)) with (8 / 3 * L / gamma ^ 2) by (field; lra).
      apply le_quotient; [nra|]. pose proof (pos_INR k).
      assert (3 / 8 * gamma ^ 2 <= e * (gamma - e / 2)) by nra. nra. }
    (* Together *)
    lra.
  - (* It ended before the round of the right guess *)
    rewrite search_budget_is in Within. fold L in Within.
    assert (All : INR before + INR k <= 32 / 3 * L * 4 ^ h) by lra.
    apply Rle_trans with (1 := All). rewrite Four.
    replace (32 / 3 * L * / (4 * e ^ 2)) with (8 / 3 * L * / e ^ 2) by (field; lra).
    replace (16 / 3 * (L / gamma ^ 2)) with (16 / 3 * L * / gamma ^ 2) by (field; lra).
    assert (/ e ^ 2 <= / gamma ^ 2) by (apply Rinv_le_contravar; nra).
    assert (0 < / e ^ 2) by (apply Rinv_0_lt_compat; nra). nra.
Qed.

Lemma floor_of x : 0 <= x -> exists n : nat, INR n <= x < INR n + 1.
Proof.
  intros Hx. exists (Z.to_nat (up x - 1)). destruct (archimed x) as [A B].
  assert (Z : (0 <= up x - 1)%Z).
  { apply Z.lt_succ_r. apply lt_IZR. rewrite succ_IZR, minus_IZR. lra. }
  rewrite INR_IZR_INZ, Z2Nat.id by exact Z. rewrite minus_IZR. lra.
Qed.

(** The search ends with a hyperplane that separates, whatever its rounds so far.
    - gamma_positive : The margin gamma is above 0.
    - rows : The entries of the rows are between -1 and 1.
    - w_margin : The mixture w wins at least gamma against every row.
    - so_far : h guesses have been given up. *)
Theorem thm_winnow_search_ends D m a w gamma h total
  (gamma_positive : 0 < gamma)
  (rows : scaled_rows D m a)
  (w_margin : mixture_with_margin D m a w gamma)
  (so_far : given_up D m a h total) :
  exists h_end total_end v, (h <= h_end)%nat /\ search D m a h_end total_end v /\
    forall i, (i < m)%nat -> 0 < dot D (plane D v) (a i).
Proof.
  (* When it ends: n rounds from here are all given up, or one of them ends within its budget *)
  assert (Done : (exists h_end total_end v, (h <= h_end)%nat /\ search D m a h_end total_end v)).
  { pose proof (ln_experts_nonneg D (some_feature D m a w gamma w_margin)) as LN.
    pose proof (winnow_mistake_dec D a) as decide.
    assert (Go : forall n, (exists t, given_up D m a (n + h) t) \/
      exists h_end total_end v, (h <= h_end)%nat /\ search D m a h_end total_end v).
    { induction n as [|n [[t G]|Found]]; [left; now exists total| |now right].
      destruct (floor_of (search_budget D (n + h))) as [b Hb].
      { rewrite search_budget_is. pose proof (pow_lt 4 (n + h) ltac:(lra)). nra. }
      destruct (long_or_finished _ m _ (multiply (gain D a) (linear (epsilon_of (n + h)))) decide
        ones b) as [[v Run]|(k & v & Hk & Run & E)].
      - destruct (wrong_or_finished _ m _ decide v) as [(i & Hi & M)|E].
        + left. exists (t + b)%nat. apply one_guess with v; auto. intros E. now apply (E i).
        + right. exists (n + h)%nat, (t + b)%nat, v. split; [lia|]. now apply found.
      - right. exists (n + h)%nat, (t + k)%nat, v. split; [lia|]. apply found; auto.
        apply lt_INR in Hk. lra. }
    (* not all of them are given up, since 1/2^n falls below gamma *)
    destruct (number_above (/ gamma)) as [n Hn].
    destruct (Go (S n)) as [[t G]|Found]; [exfalso|exact Found].
    assert (Few : gamma < epsilon_of (n + h)) by now apply (given_up_above D m a w gamma _ t).
    unfold epsilon_of in Few.
    assert (P : 1 + INR (S (n + h)) * 1 <= (1 + 1) ^ S (n + h)) by (apply poly; lra).
    replace (1 + 1) with 2 in P by lra. rewrite S_INR, plus_INR in P. pose proof (pos_INR h).
    apply Rinv_lt_contravar in Few; [|apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat;
      apply pow_lt; lra]].
    rewrite Rinv_inv in Few. lra. }
  (* where it ends, no point is misclassified *)
  destruct Done as (h_end & total_end & v & Hh & S). exists h_end, total_end, v.
  split; [exact Hh|split; [exact S|]].
  inversion S as [? ? ? ? _ _ _ E]. subst. now apply thm_winnow_separates.
Qed.

(** ** Experts for both signs, and how large a margin can be *)

(** A mixture of the experts is a hyperplane with |w|_1 <= 1 that wins what the mixture wins.
    - shares_nonneg : No share is negative.
    - shares_add_up : The shares add up to 1. *)
Theorem sec_doubling D (s : vec)
  (shares_nonneg : forall j, (j < 2 * D)%nat -> 0 <= s j)
  (shares_add_up : sum (2 * D) s = 1) :
  norm_1 D (fun j => s j - s (D + j)%nat) <= 1 /\
  forall a i, dot D (fun j => s j - s (D + j)%nat) (a i) = dot (2 * D) s (gain D a i).
Proof.
  split; [|intros a i; now rewrite dot_gain].
  rewrite <- shares_add_up, sum_pairs, <- sum_plus. apply sum_le. intros j Hj.
  pose proof (shares_nonneg j ltac:(lia)). pose proof (shares_nonneg (D + j)%nat ltac:(lia)).
  apply Rabs_le. lra.
Qed.

(** Every w with |w|_1 = 1 is a mixture of the experts.
    - w_mixture : The absolute entries of w add up to 1. *)
Theorem sec_doubling_back D w (w_mixture : norm_1 D w = 1) :
  (forall j, 0 <= shares D w j) /\ sum (2 * D) (shares D w) = 1 /\
  forall a i, dot (2 * D) (shares D w) (gain D a i) = dot D w (a i).
Proof.
  split; [|split].
  - intros j. apply shares_at_least_0.
  - now rewrite sum_shares.
  - intros a i. apply dot_shares.
Qed.

(** The largest absolute entry of x. *)
Fixpoint norm_inf (D : nat) (x : vec) : R :=
  match D with
  | O => 0
  | S k => Rmax (norm_inf k x) (Rabs (x k))
  end.

Lemma norm_inf_nonneg D x : 0 <= norm_inf D x.
Proof.
  induction D as [|D IH]; simpl; [lra|]. apply Rle_trans with (1 := IH). apply Rmax_l.
Qed.

Lemma entry_le_norm_inf D x j : (j < D)%nat -> Rabs (x j) <= norm_inf D x.
Proof.
  induction D as [|D IH]; intros Hj; [lia|]. simpl.
  destruct (Nat.eq_dec j D) as [->|]; [apply Rmax_r|].
  apply Rle_trans with (norm_inf D x); [apply IH; lia|apply Rmax_l].
Qed.

Lemma norm_inf_le D x c : 0 <= c -> (forall j, (j < D)%nat -> Rabs (x j) <= c) -> norm_inf D x <= c.
Proof.
  intros Hc H. induction D as [|D IH]; simpl; [exact Hc|].
  apply Rmax_lub; [apply IH; intros; apply H; lia|apply H; lia].
Qed.

(** w.x <= |w|_1 |x|_inf *)
Lemma dot_le_norms D w x : dot D w x <= norm_1 D w * norm_inf D x.
Proof.
  unfold norm_1. rewrite <- sum_scale_r. apply sum_le. intros j Hj.
  pose proof (entry_le_norm_inf D x j Hj). pose proof (Rabs_pos (w j)).
  apply Rle_trans with (1 := Rle_abs _). rewrite Rabs_mult. nra.
Qed.

(** Weights c on the points prove that no mixture w has a larger margin than the largest entry of
    the combination of the rows.
    - weights_nonneg : No weight is negative.
    - weights_add_up : The weights add up to 1.
    - w_small : The absolute entries of w add up to at most 1.
    - w_margin : The mixture w wins at least gamma against every row. *)
Theorem sec_weak_duality D m a w gamma (c : nat -> R)
  (weights_nonneg : forall i, (i < m)%nat -> 0 <= c i)
  (weights_add_up : sum m c = 1)
  (w_small : norm_1 D w <= 1)
  (w_margin : forall i, (i < m)%nat -> gamma <= dot D w (a i)) :
  gamma <= norm_inf D (combination m c a).
Proof.
  apply Rle_trans with (dot D w (combination m c a)).
  - rewrite dot_combination_r. replace gamma with (sum m (fun i => c i * gamma))
      by (rewrite sum_scale_r, weights_add_up; ring).
    apply sum_le. intros i Hi. apply Rmult_le_compat_l; auto.
  - pose proof (dot_le_norms D w (combination m c a)).
    pose proof (norm_inf_nonneg D (combination m c a)). pose proof (norm_1_nonneg D w). nra.
Qed.

(** ** The rows of labeled points *)

(** The lifted signed point y (x, 1), divided by its largest entry. *)
Definition winnow_row d (x : nat -> vec) (y : nat -> R) (i : nat) : vec :=
  vscale (/ norm_inf (S d) (lifted d x y i)) (lifted d x y i).

Lemma lifted_norm_inf d m x y i :
  labelled m y -> (i < m)%nat -> 0 < norm_inf (S d) (lifted d x y i).
Proof.
  intros labels Hi. apply Rlt_le_trans with (Rabs (lifted d x y i d)).
  - unfold lifted. rewrite append_last. apply Rabs_pos_lt.
    destruct (labels i Hi) as [-> | ->]; lra.
  - apply entry_le_norm_inf. lia.
Qed.

(** They are rows for the theorems above, and a w has the same side of each as of the point.
    - labels : Each label is +1 or -1. *)
Theorem winnow_rows d m x y (labels : labelled m y) :
  scaled_rows (S d) m (winnow_row d x y) /\
  forall w b i, (i < m)%nat ->
    0 < dot (S d) (append d w b) (winnow_row d x y i) <-> 0 < y i * (dot d w (x i) + b).
Proof.
  split.
  - intros i j Hi Hj. pose proof (lifted_norm_inf d m x y i labels Hi) as P.
    pose proof (entry_le_norm_inf (S d) (lifted d x y i) j Hj) as E.
    unfold winnow_row, vscale. rewrite Rabs_mult, Rabs_pos_eq
      by (left; now apply Rinv_0_lt_compat).
    rewrite Rmult_comm. now apply quotient_le; [|lra].
  - intros w b i Hi. pose proof (lifted_norm_inf d m x y i labels Hi) as P.
    unfold winnow_row. rewrite dot_scale_r, dot_lifted. apply Rinv_0_lt_compat in P.
    set (c := / norm_inf (S d) (lifted d x y i)) in *. split; intros H; nra.
Qed.

(** ** Two margins *)

(** gamma_P(w) >= g and gamma_W(w) >= g: the smallest cosine, and what the mixture is worth against
    the worst point. *)
Definition margin_P_at_least D m (a : nat -> vec) (w : vec) (g : R) : Prop :=
  0 < norm D w /\
  forall i, (i < m)%nat -> g <= dot D w (a i) / (norm D w * norm D (a i)).
Definition margin_W_at_least D m (a : nat -> vec) (w : vec) (g : R) : Prop :=
  0 < norm_1 D w /\
  forall i, (i < m)%nat -> g <= dot D w (a i) / (norm_1 D w * norm_inf D (a i)).

(** [best at_least g]: g is the largest margin that some w has. *)
Definition best (at_least : vec -> R -> Prop) (g : R) : Prop :=
  (exists w, at_least w g) /\ forall w h, at_least w h -> h <= g.

(** Step Three norms: |c|_2 <= |c|_1 <= sqrt(D) |c|_2 and |c|_inf <= |c|_2 <= sqrt(D) |c|_inf. *)
Lemma norm_1_le_norm D c : norm_1 D c <= sqrt (INR D) * norm D c.
Proof.
  pose proof (cauchy_schwarz D (fun _ => 1) (fun j => Rabs (c j))) as C.
  replace (norm D (fun _ => 1)) with (sqrt (INR D)) in C
    by (unfold norm, dot; rewrite sum_const; do 2 f_equal; ring).
  replace (norm D (fun j => Rabs (c j))) with (norm D c) in C
    by (unfold norm, dot; f_equal; apply sum_ext; intros; pose proof (pow2_abs (c i)); nra).
  unfold dot in C. unfold norm_1. erewrite sum_ext; [exact C|]. intros; cbv beta; ring.
Qed.

Lemma norm_inf_le_norm D c : norm_inf D c <= norm D c.
Proof.
  apply norm_inf_le; [apply norm_nonneg|]. intros j Hj.
  apply le_of_squares; [apply norm_nonneg|]. rewrite pow2_abs, norm_sqr.
  replace (c j ^ 2) with (c j * c j) by ring.
  apply (sum_term_le D (fun j => c j * c j)); [|exact Hj]. intros. apply Rle_0_sqr.
Qed.

Lemma norm_le_norm_inf D c : norm D c <= sqrt (INR D) * norm_inf D c.
Proof.
  pose proof (norm_inf_nonneg D c). pose proof (sqrt_pos (INR D)).
  apply norm_le_iff; [nra|].
  rewrite Rpow_mult_distr, pow2_sqrt, <- sum_const by apply pos_INR. apply sum_le. intros j Hj.
  pose proof (entry_le_norm_inf D c j Hj). pose proof (Rabs_pos (c j)).
  pose proof (pow2_abs (c j)). nra.
Qed.

(** Numbers that are all positive lie above a positive number. *)
Lemma positive_bound m (f : nat -> R) :
  (forall i, (i < m)%nat -> 0 < f i) -> exists g, 0 < g /\ forall i, (i < m)%nat -> g <= f i.
Proof.
  induction m as [|m IH]; intros P; [exists 1; split; [lra|lia]|].
  destruct IH as (g & Hg & G); [intros; apply P; lia|]. specialize (P m ltac:(lia)).
  exists (Rmin g (f m)). split; [now apply Rmin_glb_lt|]. intros i Hi.
  destruct (Nat.eq_dec i m) as [->|]; [apply Rmin_r|].
  apply Rle_trans with g; [apply Rmin_l|apply G; lia].
Qed.

(** A denominator at most t times as large makes a fraction at least 1/t times as large. *)
Lemma larger_denominator num small large t g :
  0 < small -> 0 < large -> 0 < t -> 0 < num -> large <= t * small -> g <= num / small ->
  g / t <= num / large.
Proof.
  intros Hs Hl Ht Hn L G. apply Rle_trans with (num / small / t).
  - apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|exact G].
  - replace (num / small / t) with (num * / (t * small)) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. now apply Rinv_le_contravar.
Qed.

Lemma numerator_positive num den g : 0 < den -> 0 < g -> g <= num / den -> 0 < num.
Proof.
  intros Hd Hg G. apply (Rmult_le_compat_r den) in G; [|lra].
  replace (num / den * den) with num in G by (field; lra). nra.
Qed.

Section TwoMargins.
Variables D m : nat.
Variable a : nat -> vec.
Hypothesis rows_not_zero : forall i, (i < m)%nat -> 0 < norm D (a i).

Lemma norms_positive w i :
  (i < m)%nat -> 0 < norm D w ->
  0 < norm D w * norm D (a i) /\ 0 < norm_1 D w * norm_inf D (a i).
Proof.
  intros Hi Hw. pose proof (rows_not_zero i Hi) as Ha. split; [nra|].
  pose proof (norm_le_norm_1 D w). pose proof (norm_le_norm_inf D (a i)).
  pose proof (sqrt_pos (INR D)). pose proof (norm_inf_nonneg D (a i)). nra.
Qed.

Lemma norm_positive_of_norm_1 w : 0 < norm_1 D w -> 0 < norm D w.
Proof.
  intros H. pose proof (norm_1_le_norm D w). pose proof (norm_nonneg D w).
  pose proof (sqrt_pos (INR D)). nra.
Qed.

(** Step Same sign: the best margins are positive when some w separates the rows. *)
Lemma positive_P g : best (margin_P_at_least D m a) g ->
  0 < g <-> exists w, 0 < norm D w /\ forall i, (i < m)%nat -> 0 < dot D w (a i).
Proof.
  intros [(w & Hw & M) Best]. split.
  - intros Hg. exists w. split; [exact Hw|]. intros i Hi.
    apply (numerator_positive _ (norm D w * norm D (a i)) g);
      [now apply norms_positive|exact Hg|auto].
  - intros (v & Hv & S).
    destruct (positive_bound m (fun i => dot D v (a i) / (norm D v * norm D (a i))))
      as (h & Hh & H).
    + intros i Hi. apply Rdiv_lt_0_compat; [auto|now apply norms_positive].
    + pose proof (Best v h (conj Hv H)). lra.
Qed.

Lemma positive_W g : best (margin_W_at_least D m a) g ->
  0 < g <-> exists w, 0 < norm D w /\ forall i, (i < m)%nat -> 0 < dot D w (a i).
Proof.
  intros [(w & Hw & M) Best]. split.
  - intros Hg. pose proof (norm_positive_of_norm_1 w Hw) as Hw'.
    exists w. split; [exact Hw'|]. intros i Hi.
    apply (numerator_positive _ (norm_1 D w * norm_inf D (a i)) g);
      [now apply norms_positive|exact Hg|auto].
  - intros (v & Hv & S).
    destruct (positive_bound m (fun i => dot D v (a i) / (norm_1 D v * norm_inf D (a i))))
      as (h & Hh & H).
    + intros i Hi. apply Rdiv_lt_0_compat; [auto|now apply norms_positive].
    + assert (Hv1 : 0 < norm_1 D v) by (pose proof (norm_le_norm_1 D v); lra).
      pose proof (Best v h (conj Hv1 H)). lra.
Qed.

(** Step From below. *)
Lemma from_below gP gW :
  best (margin_P_at_least D m a) gP -> best (margin_W_at_least D m a) gW -> 0 < gP ->
  0 < sqrt (INR D) -> gP / sqrt (INR D) <= gW.
Proof.
  intros [(w & Hw & M) _] [_ Best] Hg Root. apply (Best w). pose proof (norm_le_norm_1 D w).
  split; [lra|]. intros i Hi. destruct (norms_positive w i Hi Hw) as [Small Large].
  apply (larger_denominator _ (norm D w * norm D (a i))); auto.
  - now apply (numerator_positive _ (norm D w * norm D (a i)) gP); auto.
  - pose proof (norm_1_le_norm D w). pose proof (norm_inf_le_norm D (a i)).
    pose proof (norm_inf_nonneg D (a i)).
    apply Rle_trans with (sqrt (INR D) * norm D w * norm D (a i)); [|right; ring].
    apply Rmult_le_compat; lra.
Qed.

(** Step From above. *)
Lemma from_above gP gW :
  best (margin_P_at_least D m a) gP -> best (margin_W_at_least D m a) gW -> 0 < gW ->
  0 < sqrt (INR D) -> gW <= sqrt (INR D) * gP.
Proof.
  intros [_ Best] [(w & Hw1 & M) _] Hg Root. pose proof (norm_positive_of_norm_1 w Hw1) as Hw.
  enough (gW / sqrt (INR D) <= gP).
  { apply (Rmult_le_compat_r (sqrt (INR D))) in H; [|lra].
    replace (gW / sqrt (INR D) * sqrt (INR D)) with gW in H by (field; lra). lra. }
  apply (Best w). split; [exact Hw|]. intros i Hi.
  destruct (norms_positive w i Hi Hw) as [Large Small].
  apply (larger_denominator _ (norm_1 D w * norm_inf D (a i))); auto.
  - now apply (numerator_positive _ (norm_1 D w * norm_inf D (a i)) gW); auto.
  - pose proof (norm_le_norm_1 D w). pose proof (norm_le_norm_inf D (a i)).
    pose proof (norm_nonneg D (a i)).
    apply Rle_trans with (norm_1 D w * (sqrt (INR D) * norm_inf D (a i))); [|right; ring].
    apply Rmult_le_compat; lra.
Qed.
End TwoMargins.

(** Both largest margins exist.
    - some_feature : There is a feature.
    - some_point : There is a point.
    - rows_not_zero : No row is zero. *)
Theorem def_two_margins D m (a : nat -> vec)
  (some_feature : (0 < D)%nat)
  (some_point : (0 < m)%nat)
  (rows_not_zero : forall i, (i < m)%nat -> 0 < norm D (a i)) :
  (exists gP, best (margin_P_at_least D m a) gP) /\ (exists gW, best (margin_W_at_least D m a) gW).
Proof.
  (* some vector is not 0 *)
  destruct (some_norm D some_feature) as (w & Hw & Hw1). split.
  - (* the quotient by the lengths has a largest value *)
    destruct (largest_quotient D m a (fun i => norm D (a i)) (norm D)) as (g & Reached & Most);
      try assumption.
    + intros r v. apply norm_scale.
    + apply norm_lipschitz.
    + apply norm_box.
    + now exists w.
    + exists g. split; [exact Reached|]. intros v h [Hv M]. now apply (Most v).
  - (* and so has that by the two other norms *)
    destruct (largest_quotient D m a (fun i => norm_inf D (a i)) (norm_1 D))
      as (g & Reached & Most); try assumption.
    + intros i Hi. pose proof (rows_not_zero i Hi). pose proof (norm_le_norm_inf D (a i)).
      pose proof (norm_inf_nonneg D (a i)). pose proof (sqrt_pos (INR D)). nra.
    + intros r v. apply norm_1_scale.
    + apply norm_1_lipschitz.
    + apply norm_1_box.
    + now exists w.
    + exists g. split; [exact Reached|]. intros v h [Hv M]. now apply (Most v).
Qed.

(** Of points in d dimensions, both margins are positive or neither is, they are positive if and
    only if a hyperplane separates the points, and then gamma_P/sqrt(d + 1) <= gamma_W <= sqrt(d +
    1) gamma_P.
    - some_dimension : The points have at least one coordinate.
    - labels : Each label is +1 or -1.
    - gP_best : gP is the largest cosine margin of the lifted signed points.
    - gW_best : gW is the largest mixture margin of the lifted signed points. *)
Theorem thm_two_margins d m x y gP gW
  (some_dimension : (0 < d)%nat)
  (labels : labelled m y)
  (gP_best : best (margin_P_at_least (S d) m (lifted d x y)) gP)
  (gW_best : best (margin_W_at_least (S d) m (lifted d x y)) gW) :
  (0 < gP <-> Separability.separable d m x y) /\
  (0 < gW <-> Separability.separable d m x y) /\
  (0 < gP -> gP / sqrt (INR (S d)) <= gW <= sqrt (INR (S d)) * gP).
Proof.
  assert (rows_not_zero : forall i, (i < m)%nat -> 0 < norm (S d) (lifted d x y i)).
  { intros i Hi. apply lt_of_squares; [apply norm_nonneg|]. unfold lifted.
    rewrite norm_append_sqr. pose proof (pow2_ge_0 (norm d (vscale (y i) (x i)))).
    enough (y i ^ 2 = 1) by lra. destruct (labels i Hi) as [-> | ->]; ring. }
  pose proof (positive_P (S d) m _ rows_not_zero gP gP_best) as P.
  pose proof (positive_W (S d) m _ rows_not_zero gW gW_best) as W.
  (* Same sign *)
  assert (Plane : (exists w, 0 < norm (S d) w /\
                     forall i, (i < m)%nat -> 0 < dot (S d) w (lifted d x y i)) <->
                  Separability.separable d m x y).
  { rewrite (Separability.thm_lift d m x y some_dimension labels).
    assert (Same : forall w i, dot (S d) w (lifted d x y i) =
              y i * Separability.decision (S d) w 0 (Separability.lift d (x i))).
    { intros w i. unfold Separability.decision, Separability.lift.
      rewrite Rplus_0_r, <- dot_scale_r. apply dot_ext; intros j Hj; [reflexivity|].
      unfold lifted, append, vscale. destruct (j <? d)%nat; ring. }
    split; intros (w & Hw & S); exists w; (split; [exact Hw|]); intros i Hi;
      [rewrite <- Same|rewrite Same]; now apply S. }
  assert (Root : 0 < sqrt (INR (S d))) by (apply sqrt_lt_R0, lt_0_INR; lia).
  split; [tauto|split; [tauto|]]. intros Hg. split.
  - (* From below *) now apply (from_below (S d) m (lifted d x y)).
  - (* From above *) apply (from_above (S d) m (lifted d x y)); tauto.
Qed.
