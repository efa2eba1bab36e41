(** * The margin perceptron

    What the five claims of the appendix give: a bound on the updates and a margin of half the guess
    for every guess up to the best margin; what larger guesses do; and the incremental algorithm,
    which halves its guess and reaches a quarter of the best margin without knowing it. A data set
    is m signed points [z 0], ..., [z (m - 1)] of dimension [d]. The violation and the margin
    perceptron itself are defined in the file AppendixProof. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Runs Maximum Perceptron.
From Margin Require Export AppendixProof.
Open Scope R_scope.

(** The hyperplane [w.x = 0] has margin at least [g] on the signed points. *)
Definition has_margin d m (z : nat -> vec) (w : vec) (g : R) : Prop :=
  0 < norm d w /\ forall i, (i < m)%nat -> g <= dot d w (z i) / norm d w.

(** [gamma] is the largest margin of a hyperplane through the origin. *)
Definition largest_margin d m z (gamma : R) : Prop :=
  (exists w, has_margin d m z w gamma) /\ forall w g, has_margin d m z w g -> g <= gamma.

(** The largest margin of a hyperplane through the origin exists.
    - some_dimension : The points have at least one coordinate.
    - some_point : There is a point. *)
Theorem def_c_approximate d m z (some_dimension : (0 < d)%nat) (some_point : (0 < m)%nat) :
  exists gamma, largest_margin d m z gamma.
Proof.
  (* some vector is not 0 *)
  destruct (some_norm d some_dimension) as (w & Hw & _).
  (* the smallest of the quotients w.z_i/|w| has a largest value, as w varies *)
  destruct (largest_quotient d m z (fun _ => 1) (norm d)) as (g & (v & Hv & M) & Most).
  - exact some_point.
  - intros; lra.
  - intros r v. apply norm_scale.
  - apply norm_lipschitz.
  - apply norm_box.
  - now exists w.
  - (* which is the largest margin *)
    exists g. split.
    + exists v. split; [exact Hv|]. intros i Hi. specialize (M i Hi). now rewrite Rmult_1_r in M.
    + intros u h [Hu H]. apply (Most u); [exact Hu|]. intros i Hi. rewrite Rmult_1_r. now apply H.
Qed.

(** A hyperplane of margin gamma has a unit normal of margin gamma. *)
Lemma unit_normal d m z w gamma :
  has_margin d m z w gamma -> exists u, unit_with_margin d m z u gamma.
Proof.
  intros [Hw M]. exists (vscale (/ norm d w) w). split; [now apply norm_normalised|].
  intros i Hi. rewrite dot_scale_l, Rmult_comm. now apply M.
Qed.

(** A violation is one of three: w is 0, or the point is on the wrong side or on the hyperplane, or
    its distance from the hyperplane is less than half the guess.
    - guess_positive : The guess is above 0. *)
Theorem def_violation d z guess w i (guess_positive : 0 < guess) :
  violation d z guess w i <->
  norm d w = 0 \/ dot d w (z i) <= 0 \/ Rabs (dot d w (z i)) / norm d w < guess / 2.
Proof.
  unfold violation. pose proof (norm_nonneg d w) as [Hw|E]; [|split; intros; now left].
  assert (wrong_side : dot d w (z i) <= 0 -> dot d w (z i) / norm d w < guess / 2)
    by (intros; apply quotient_lt; nra).
  destruct (Rle_or_lt (dot d w (z i)) 0) as [Wrong|Right]; [tauto|].
  rewrite Rabs_pos_eq by lra. split; [tauto|].
  intros [E|[W|V]]; [now left|lra|now right].
Qed.

(** ** What is promised *)

(** The margin perceptron makes at most 8R^2/gamma^2 + 4R/gamma updates, which is at most
    12R^2/gamma^2, whichever violations it updates on.
    - gamma_positive : The margin gamma is above 0.
    - guess_right : The guess is not above gamma.
    - some_point : There is a point.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on violations lead from 0. *)
Theorem thm_margin_perceptron d m z u radius gamma guess k w
  (gamma_positive : 0 < gamma)
  (guess_right : guess <= gamma)
  (some_point : (0 < m)%nat)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : margin_perceptron d m z guess k w) :
  INR k <= 8 * radius ^ 2 / gamma ^ 2 + 4 * radius / gamma <= 12 * radius ^ 2 / gamma ^ 2.
Proof.
  split; [left; now apply corrections_below_sharp_bound with d m z u guess w|].
  (* R is at least gamma *)
  pose proof (margin_at_most_radius _ _ _ _ _ _ 0%nat points_in_ball u_margin some_point).
  (* The bound *)
  replace (8 * radius ^ 2 / gamma ^ 2 + 4 * radius / gamma)
    with ((8 * radius ^ 2 + 4 * radius * gamma) / gamma ^ 2) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat|]; nra.
Qed.

(** The remark on < : neither bound is ever reached.
    - gamma_positive : The margin gamma is above 0.
    - guess_right : The guess is not above gamma.
    - some_point : There is a point.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on violations lead from 0. *)
Theorem thm_margin_perceptron_strict d m z u radius gamma guess k w
  (gamma_positive : 0 < gamma)
  (guess_right : guess <= gamma)
  (some_point : (0 < m)%nat)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : margin_perceptron d m z guess k w) :
  INR k < 8 * radius ^ 2 / gamma ^ 2 + 4 * radius / gamma /\
  INR k < 12 * radius ^ 2 / gamma ^ 2.
Proof.
  pose proof (thm_margin_perceptron d m z u radius gamma guess k w gamma_positive guess_right
    some_point points_in_ball u_margin corrected).
  enough (INR k < 8 * radius ^ 2 / gamma ^ 2 + 4 * radius / gamma) by lra.
  now apply corrections_below_sharp_bound with d m z u guess w.
Qed.

(** Where the margin perceptron ends, the margin is at least half the guess, for every guess.
    - some_point : There is a point.
    - the_end : No point is a violation of w. *)
Theorem thm_margin_perceptron_margin d m z guess w
  (some_point : (0 < m)%nat)
  (the_end : finished m (violation d z guess) w) :
  has_margin d m z w (guess / 2).
Proof.
  unfold finished, violation in the_end. split.
  - destruct (norm_nonneg d w) as [Hw|E]; [exact Hw|].
    destruct (the_end 0%nat some_point). now left.
  - intros i Hi. apply Rnot_lt_le. intros V. apply (the_end i Hi). now right.
Qed.

(** The margin perceptron ends: whatever updates it has made so far, it goes on to a hyperplane
    whose margin is at least half the guess.
    - gamma_positive : The margin gamma is above 0.
    - guess_right : The guess is not above gamma.
    - some_point : There is a point.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on violations lead from 0. *)
Theorem thm_margin_perceptron_ends d m z u radius gamma guess k w
  (gamma_positive : 0 < gamma)
  (guess_right : guess <= gamma)
  (some_point : (0 < m)%nat)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : margin_perceptron d m z guess k w) :
  exists more w_end, run m (violation d z guess) (add_point z) w more w_end /\
    has_margin d m z w_end (guess / 2).
Proof.
  (* The end *)
  destruct (bounded_runs_end _ m _ (add_point z) (violation_dec d z guess) vzero
    (8 * radius ^ 2 / gamma ^ 2 + 4 * radius / gamma)) with (j := k) (s := w)
    as (more & w_end & Hrun & Hend); [|exact corrected|].
  - intros j v Hj. left. now apply corrections_below_sharp_bound with d m z u guess v.
  - exists more, w_end. split; [exact Hrun|now apply thm_margin_perceptron_margin].
Qed.

(** A run vouches for itself: after k >= 1 updates no hyperplane has a margin above |w|/k, and the
    margin of w itself, mu, is at most that. So w has at least mu k/|w| of the best margin.
    - corrected : w is where k updates on violations lead from 0.
    - at_least_one : There has been an update.
    - w_margin : The hyperplane of w has margin at least mu. *)
Theorem ex_margin_perceptron_certificate d m z guess k w mu
  (corrected : margin_perceptron d m z guess k w)
  (at_least_one : (1 <= k)%nat)
  (w_margin : has_margin d m z w mu) :
  (forall v gamma, has_margin d m z v gamma -> gamma <= norm d w / INR k) /\ mu <= norm d w / INR k.
Proof.
  assert (Bound : forall v gamma, has_margin d m z v gamma -> gamma <= norm d w / INR k).
  { intros v gamma Hv. destruct (unit_normal d m z v gamma Hv) as [u Hu].
    destruct (thm_claim_1 d m z u gamma guess k w Hu corrected) as [Shadow Along].
    apply le_quotient; [apply lt_0_INR; lia|lra]. }
  split; [exact Bound|now apply (Bound w)].
Qed.

(** ** When the guess is too large *)

(** With a guess of 2 theta gamma the margin perceptron makes at most 2R^2/((1 - theta)^2 gamma^2) +
    2R/((1 - theta) gamma) updates.
    - gamma_positive : The margin gamma is above 0.
    - theta_below_one : theta is between 0 and 1.
    - some_point : There is a point.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on violations lead from 0. *)
Theorem thm_guess_range d m z u radius gamma theta k w
  (gamma_positive : 0 < gamma)
  (theta_below_one : 0 < theta < 1)
  (some_point : (0 < m)%nat)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : margin_perceptron d m z (2 * theta * gamma) k w) :
  INR k <= 2 * radius ^ 2 / ((1 - theta) ^ 2 * gamma ^ 2) + 2 * radius / ((1 - theta) * gamma).
Proof.
  (* Below *)
  destruct (thm_claim_1 d m z u gamma _ k w u_margin corrected) as [Shadow Along].
  pose proof (larger_claim_5 d m z u radius gamma theta k w gamma_positive theta_below_one
    some_point points_in_ball u_margin corrected) as Ceiling.
  set (room := (1 - theta) * gamma) in *. assert (0 < room) by (unfold room; nra).
  assert (Half : room / 2 * INR k <= radius ^ 2 / room + radius)
    by (replace (room / 2 * INR k) with
          (INR k * gamma - (1 + theta) / 2 * INR k * gamma) by (unfold room; field); lra).
  replace ((1 - theta) ^ 2 * gamma ^ 2) with (room ^ 2) by (unfold room; ring).
  replace (2 * radius ^ 2 / room ^ 2 + 2 * radius / room)
    with ((radius ^ 2 / room + radius) * 2 / room) by (field; lra).
  apply le_quotient; lra.
Qed.

(** With a guess above twice the largest margin the margin perceptron never ends: every w has a
    violation.
    - gamma_positive : The largest margin gamma is above 0.
    - theta_above_one : theta is above 1.
    - some_point : There is a point.
    - gamma_largest : gamma is the largest margin of a hyperplane through the origin. *)
Theorem thm_guess_range_above d m z gamma theta w
  (gamma_positive : 0 < gamma)
  (theta_above_one : 1 < theta)
  (some_point : (0 < m)%nat)
  (gamma_largest : largest_margin d m z gamma) :
  exists i, (i < m)%nat /\ violation d z (2 * theta * gamma) w i.
Proof.
  (* Above *)
  destruct (wrong_or_finished _ m _ (violation_dec d z (2 * theta * gamma)) w) as [V|the_end];
    [exact V|exfalso].
  apply thm_margin_perceptron_margin in the_end; [|exact some_point].
  apply (proj2 gamma_largest) in the_end. nra.
Qed.

(** ** Guess, and halve *)

(** The guess of round h + 1 is R/2^h, and its budget 12R^2/(R/2^h)^2 = 12 4^h updates. *)
Definition guess_of (radius : R) (h : nat) : R := radius / 2 ^ h.
Definition budget (h : nat) : nat := (12 * 4 ^ h)%nat.

(** [forced d m z radius h total]: the first h rounds ended by force, the budget spent and a
    violation left, after [total] updates. *)
Inductive forced d m z radius : nat -> nat -> Prop :=
| no_round : forced d m z radius 0 0
| one_more h total w : forced d m z radius h total ->
    margin_perceptron d m z (guess_of radius h) (budget h) w ->
    ~ finished m (violation d z (guess_of radius h)) w ->
    forced d m z radius (S h) (total + budget h).

(** [incremental d m z radius h total w]: after h forced rounds, the next ended by itself within its
    budget and returned [w]; [total] updates were made in all rounds. *)
Inductive incremental d m z radius : nat -> nat -> vec -> Prop :=
| self_terminated h total k w : forced d m z radius h total ->
    margin_perceptron d m z (guess_of radius h) k w -> (k <= budget h)%nat ->
    finished m (violation d z (guess_of radius h)) w ->
    incremental d m z radius h (total + k) w.

Lemma power_positive h : 0 < 2 ^ h.
Proof. apply pow_lt. lra. Qed.

Lemma power_four h : 4 ^ h = (2 ^ h) ^ 2.
Proof. rewrite <- pow_mult, Nat.mul_comm, pow_mult. f_equal. lra. Qed.

Lemma budget_is radius h : 0 < radius -> INR (budget h) = 12 * radius ^ 2 / guess_of radius h ^ 2.
Proof.
  intros HR. pose proof (power_positive h). unfold budget, guess_of.
  rewrite mult_INR, pow_INR. replace (INR 12) with 12 by (simpl; lra).
  replace (INR 4) with 4 by (simpl; lra). rewrite power_four. field. lra.
Qed.

(** Step What a forced termination proves: the guess was above gamma. *)
Lemma forced_guess_above d m z u radius gamma h total :
  0 < gamma -> (0 < m)%nat -> in_ball d m z radius -> unit_with_margin d m z u gamma ->
  forced d m z radius (S h) total -> gamma < guess_of radius h.
Proof.
  intros Hg Hm Ball Margin F. inversion F as [|h' total' w _ Run Unfinished]; subst.
  apply Rnot_le_lt. intros Right. apply Unfinished.
  pose proof (margin_at_most_radius _ _ _ _ _ _ 0%nat Ball Margin Hm).
  destruct (wrong_or_finished _ m _ (violation_dec d z (guess_of radius h)) w)
    as [(i & Hi & V)|E]; [exfalso|exact E].
  (* a violation is left: one more update, and the run has more than the bound *)
  pose proof (run_step _ _ _ _ Run Hi V) as Longer.
  pose proof (thm_margin_perceptron d m z u radius gamma _ _ _ Hg Right Hm Ball Margin Longer)
    as Bound.
  rewrite S_INR, (budget_is radius) in Bound by lra.
  assert (guess_of radius h ^ 2 <= gamma ^ 2).
  { apply squares_le; [|exact Right]. left. apply Rdiv_lt_0_compat; [lra|apply power_positive]. }
  assert (0 < guess_of radius h)
    by (apply Rdiv_lt_0_compat; [lra|apply power_positive]).
  assert (12 * radius ^ 2 / gamma ^ 2 <= 12 * radius ^ 2 / guess_of radius h ^ 2); [|lra].
  apply Rmult_le_compat_l; [nra|]. apply Rinv_le_contravar; nra.
Qed.

(** The rounds before the last spent 4 4^h - 4 updates. *)
Lemma forced_total d m z radius h total : forced d m z radius h total -> INR total = 4 * 4 ^ h - 4.
Proof.
  intros F. induction F as [|h total w F IH _ _]; [simpl; lra|].
  rewrite plus_INR, IH. unfold budget. rewrite mult_INR, pow_INR.
  replace (INR 12) with 12 by (simpl; lra). replace (INR 4) with 4 by (simpl; lra). simpl. lra.
Qed.

(** Only rounds with 2^h < R/gamma are ended by force.
    - gamma_positive : The margin gamma is above 0.
    - some_point : There is a point.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - forced_rounds : The first h + 1 rounds were ended by force. *)
Theorem thm_incremental_rounds d m z u radius gamma h total
  (gamma_positive : 0 < gamma)
  (some_point : (0 < m)%nat)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (forced_rounds : forced d m z radius (S h) total) :
  2 ^ h < radius / gamma.
Proof.
  pose proof (forced_guess_above d m z u radius gamma h total gamma_positive some_point
    points_in_ball u_margin forced_rounds) as Above.
  pose proof (power_positive h). apply lt_quotient; [lra|].
  unfold guess_of in Above. apply (Rmult_lt_compat_r (2 ^ h)) in Above; [|lra].
  replace (radius / 2 ^ h * 2 ^ h) with radius in Above by (field; lra). lra.
Qed.

(** The incremental algorithm makes at most 28R^2/gamma^2 updates in all its rounds.
    - gamma_positive : The margin gamma is above 0.
    - some_point : There is a point.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - returned : w was returned after [total] updates in all. *)
Theorem thm_incremental d m z u radius gamma h total w
  (gamma_positive : 0 < gamma)
  (some_point : (0 < m)%nat)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (returned : incremental d m z radius h total w) :
  INR total <= 28 * radius ^ 2 / gamma ^ 2.
Proof.
  inversion returned as [h' before k w' F Run Within _]; subst. rewrite plus_INR.
  pose proof (margin_at_most_radius _ _ _ _ _ _ 0%nat points_in_ball u_margin some_point).
  set (q := radius / gamma). assert (1 <= q) by (apply le_quotient; lra).
  replace (28 * radius ^ 2 / gamma ^ 2) with (28 * q ^ 2) by (unfold q; field; lra).
  (* The rounds before the last *)
  assert (Before : INR before <= 16 * q ^ 2).
  { rewrite (forced_total d m z radius h before F). destruct h as [|h]; [simpl; nra|].
    assert (P : 2 ^ h < q) by now apply thm_incremental_rounds with d m z u before.
    pose proof (power_positive h). rewrite power_four. simpl (2 ^ S h). nra. }
  (* The last round *)
  assert (Last : INR k <= 12 * q ^ 2).
  { replace (12 * q ^ 2) with (12 * radius ^ 2 / gamma ^ 2) by (unfold q; field; lra).
    destruct (Rle_or_lt (guess_of radius h) gamma) as [Right|Above].
    - pose proof (thm_margin_perceptron d m z u radius gamma _ k w gamma_positive Right some_point
        points_in_ball u_margin Run). lra.
    - apply le_INR in Within. rewrite (budget_is radius) in Within by lra.
      apply Rle_trans with (1 := Within).
      apply Rmult_le_compat_l; [nra|]. apply Rinv_le_contravar; nra. }
  (* In all *)
  lra.
Qed.

(** The hyperplane that the incremental algorithm returns has a margin above gamma/4.
    - gamma_positive : The margin gamma is above 0.
    - some_point : There is a point.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - returned : w was returned after [total] updates in all. *)
Theorem thm_incremental_margin d m z u radius gamma h total w
  (gamma_positive : 0 < gamma)
  (some_point : (0 < m)%nat)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (returned : incremental d m z radius h total w) :
  has_margin d m z w (guess_of radius h / 2) /\ gamma / 4 < guess_of radius h / 2.
Proof.
  inversion returned as [h' before k w' F Run Within the_end]; subst.
  (* The margin: no point is a violation, so it is at least half the guess *)
  split; [now apply thm_margin_perceptron_margin|].
  (* The last guess *)
  enough (gamma / 2 < guess_of radius h) by lra. destruct h as [|h].
  - pose proof (margin_at_most_radius _ _ _ _ _ _ 0%nat points_in_ball u_margin some_point).
    unfold guess_of. simpl. lra.
  - pose proof (forced_guess_above d m z u radius gamma h before gamma_positive some_point
      points_in_ball u_margin F) as Above.
    pose proof (power_positive h). unfold guess_of in *. simpl (2 ^ S h).
    replace (radius / (2 * 2 ^ h)) with (radius / 2 ^ h / 2) by (field; lra). lra.
Qed.

(** The incremental algorithm comes to an end, whatever its rounds so far.
    - gamma_positive : The margin gamma is above 0.
    - some_point : There is a point.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - so_far : h rounds have been ended by force. *)
Theorem thm_incremental_ends d m z u radius gamma h total
  (gamma_positive : 0 < gamma)
  (some_point : (0 < m)%nat)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (so_far : forced d m z radius h total) :
  exists h_end total_end w, (h <= h_end)%nat /\ incremental d m z radius h_end total_end w.
Proof.
  (* The end: n rounds from here are all forced, or one of them ends by itself *)
  assert (Go : forall n, (exists t, forced d m z radius (n + h) t) \/
    exists h_end total_end w, (h <= h_end)%nat /\ incremental d m z radius h_end total_end w).
  { induction n as [|n [[t F]|Done]]; [left; now exists total| |now right].
    pose proof (violation_dec d z (guess_of radius (n + h))) as decide.
    destruct (long_or_finished _ m _ (add_point z) decide vzero (budget (n + h)))
      as [[w Run]|(k & w & Hk & Run & E)].
    - destruct (wrong_or_finished _ m _ decide w) as [(i & Hi & V)|E].
      + left. exists (t + budget (n + h))%nat. apply one_more with w; auto.
        intros E. now apply (E i).
      + right. exists (n + h)%nat, (t + budget (n + h))%nat, w. split; [lia|].
        now apply self_terminated.
    - right. exists (n + h)%nat, (t + k)%nat, w. split; [lia|].
      apply self_terminated; auto. lia. }
  (* not all of them are forced, since 2^n grows beyond R/gamma *)
  destruct (number_above (radius / gamma)) as [n Hn].
  destruct (Go (S n)) as [[t F]|Done]; [exfalso|exact Done].
  assert (Few : 2 ^ (n + h) < radius / gamma)
    by now apply (thm_incremental_rounds d m z u radius gamma (n + h) t).
  assert (P : 1 + INR (n + h) * 1 <= (1 + 1) ^ (n + h)) by (apply poly; lra).
  replace (1 + 1) with 2 in P by lra. rewrite plus_INR in P. pose proof (pos_INR h). lra.
Qed.

(** ** In the words of the book: the largest margin *)

(** Where there is a largest margin there are points, and a unit vector with that margin. *)
Lemma largest_margin_gives d m z gamma : largest_margin d m z gamma ->
  (0 < m)%nat /\ exists u, unit_with_margin d m z u gamma.
Proof.
  intros [[w Hw] Most]. split; [|now apply unit_normal with w].
  destruct m as [|m]; [exfalso|lia].
  assert (has_margin d 0 z w (gamma + 1)) as More by (split; [apply Hw|lia]).
  pose proof (Most w _ More). lra.
Qed.

(** Where a hyperplane through the origin separates the points, the largest margin is above 0. *)
Lemma largest_margin_positive d m z gamma w : largest_margin d m z gamma ->
  0 < norm d w -> separates d m z w -> 0 < gamma.
Proof.
  intros Largest Hw Sep. destruct (largest_margin_gives d m z gamma Largest) as [Hm _].
  destruct m as [|m]; [lia|]. set (g := smallest m (fun i => dot d w (z i) / norm d w)).
  assert (Positive : 0 < g).
  { unfold g. enough (H : forall k, (k <= m)%nat ->
      0 < smallest k (fun i => dot d w (z i) / norm d w)) by (apply H; lia).
    induction k as [|k IH]; intros Hk; simpl; [|apply Rmin_glb_lt; [apply IH; lia|]];
      (apply Rdiv_lt_0_compat; [apply Sep; lia|exact Hw]). }
  assert (has_margin d (S m) z w g) as M.
  { split; [exact Hw|]. intros i Hi.
    apply (smallest_le m (fun i => dot d w (z i) / norm d w)). lia. }
  pose proof (proj2 Largest w g M). lra.
Qed.

(** With 0 < guess <= gamma_opt, the largest margin, the margin perceptron makes at most
    8R^2/gamma_opt^2 + 4R/gamma_opt <= 12R^2/gamma_opt^2 updates, and goes on from wherever it is to
    a hyperplane whose margin is at least guess/2.
    - gamma_largest : gamma_opt is the largest margin of a hyperplane through the origin.
    - guess_right : The guess is above 0 and not above gamma_opt.
    - points_in_ball : No signed point is longer than R.
    - corrected : w is where k updates on violations lead from 0. *)
Theorem thm_margin_perceptron_largest d m z radius gamma_opt guess k w
  (gamma_largest : largest_margin d m z gamma_opt)
  (guess_right : 0 < guess <= gamma_opt)
  (points_in_ball : in_ball d m z radius)
  (corrected : margin_perceptron d m z guess k w) :
  INR k <= 8 * radius ^ 2 / gamma_opt ^ 2 + 4 * radius / gamma_opt
        <= 12 * radius ^ 2 / gamma_opt ^ 2 /\
  exists more w_end, run m (violation d z guess) (add_point z) w more w_end /\
    has_margin d m z w_end (guess / 2).
Proof.
  destruct (largest_margin_gives d m z gamma_opt gamma_largest) as [Hm [u Hu]]. split.
  - apply (thm_margin_perceptron d m z u radius gamma_opt guess k w); auto; lra.
  - apply (thm_margin_perceptron_ends d m z u radius gamma_opt guess k w); auto; lra.
Qed.

(** Where a hyperplane through the origin separates the points, the incremental algorithm returns a
    hyperplane of margin at least gamma_opt/4 after at most 28R^2/gamma_opt^2 updates, and it does
    return one.
    - separable : Some hyperplane through the origin separates the points.
    - gamma_largest : gamma_opt is the largest margin of a hyperplane through the origin.
    - points_in_ball : No signed point is longer than R. *)
Theorem thm_incremental_largest d m z radius gamma_opt
  (separable : exists v, 0 < norm d v /\ separates d m z v)
  (gamma_largest : largest_margin d m z gamma_opt)
  (points_in_ball : in_ball d m z radius) :
  (exists h total w, incremental d m z radius h total w) /\
  forall h total w, incremental d m z radius h total w ->
    has_margin d m z w (gamma_opt / 4) /\ INR total <= 28 * radius ^ 2 / gamma_opt ^ 2.
Proof.
  (* the largest margin is above 0, and some unit vector has it *)
  destruct separable as (v & Hv & Sep).
  pose proof (largest_margin_positive d m z gamma_opt v gamma_largest Hv Sep) as Hg.
  destruct (largest_margin_gives d m z gamma_opt gamma_largest) as [Hm [u Hu]]. split.
  - (* the search comes to an end *)
    destruct (thm_incremental_ends d m z u radius gamma_opt 0 0) as (h & total & w & _ & R);
      auto; [constructor|now exists h, total, w].
  - (* where it ends, the margin is above gamma/4, and the updates are counted *)
    intros h total w R. split.
    + destruct (thm_incremental_margin d m z u radius gamma_opt h total w) as [[Hw M] Quarter];
        auto. split; [exact Hw|]. intros i Hi. specialize (M i Hi). lra.
    + now apply (thm_incremental d m z u radius gamma_opt h total w).
Qed.
