(** * The proof of the margin perceptron's bound, in five claims

    The margin perceptron also updates on points that are classified correctly but are too close: it
    starts at [w = 0] and adds any signed point that is a violation of [w] for the guess, until
    there is none. Claim 1 holds the shadow of [w] on [u] up, claims 2 to 5 hold the length of [w]
    down; together they bound the number of updates. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Runs Perceptron.
Open Scope R_scope.

(** A violation of [w] for a guess: [w] is 0, or the signed distance of the point from the
    hyperplane is less than half the guess. *)
Definition violation d (z : nat -> vec) (guess : R) (w : vec) (i : nat) : Prop :=
  norm d w = 0 \/ dot d w (z i) / norm d w < guess / 2.

(** [margin_perceptron d m z guess k w]: some choice of k updates on violations leads from 0 to
    [w]. *)
Definition margin_perceptron d m z guess :=
  run m (violation d z guess) (add_point z) vzero.

Lemma violation_dec d z guess w i : {violation d z guess w i} + {~ violation d z guess w i}.
Proof.
  unfold violation. destruct (Req_EM_T (norm d w) 0) as [E|N]; [now left; left|].
  destruct (Rlt_dec (dot d w (z i) / norm d w) (guess / 2)); [left|right]; tauto.
Qed.

(** Where [w] is not 0, a violation goes less than guess/2 along [w], times its length. *)
Lemma violation_along d z guess w i :
  0 < norm d w -> violation d z guess w i -> dot d w (z i) < guess / 2 * norm d w.
Proof.
  intros Hw [E|V]; [lra|]. apply (Rmult_lt_compat_r (norm d w)) in V; [|exact Hw].
  replace (dot d w (z i) / norm d w * norm d w) with (dot d w (z i)) in V by (field; lra).
  exact V.
Qed.

(** No hyperplane through the origin has a margin above R. *)
Lemma margin_at_most_radius d m z u gamma radius i :
  in_ball d m z radius -> unit_with_margin d m z u gamma -> (i < m)%nat -> gamma <= radius.
Proof.
  intros Ball [Unit Margin] Hi. pose proof (shadow_le d (z i) u Unit) as Si.
  rewrite dot_comm in Si. pose proof (Margin i Hi). pose proof (Ball i Hi). lra.
Qed.

(** ** The five claims *)

(** Claim 1: after k updates |w| >= w.u >= k gamma.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on violations lead from 0. *)
Theorem thm_claim_1 d m z u gamma guess k w
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : margin_perceptron d m z guess k w) :
  norm d w >= dot d w u /\ dot d w u >= INR k * gamma.
Proof.
  split; apply Rle_ge.
  - (* Length *) apply shadow_le, u_margin.
  - (* One step: each update takes w at least gamma further along u *)
    pose proof (along_u _ _ _ _ _ _ _ _ _ u_margin corrected) as Along.
    (* All steps: there were k of them, from w_0 = 0 *)
    rewrite dot_zero_l in Along. lra.
Qed.

(** Claim 2: one update makes w at most R longer.
    - points_in_ball : No signed point is longer than R.
    - a_point : i is the number of a point. *)
Theorem thm_claim_2 d m z radius w i
  (points_in_ball : in_ball d m z radius)
  (a_point : (i < m)%nat) :
  norm d (add_point z w i) <= norm d w + radius.
Proof.
  (* Triangle *)
  pose proof (norm_triangle d w (z i)). pose proof (points_in_ball i a_point).
  unfold add_point. lra.
Qed.

(** Claim 3: an update of a w that is not 0 makes it at most R^2/(2|w|) + gamma/2 longer.
    - gamma_positive : The margin gamma is above 0.
    - guess_right : The guess is not above gamma.
    - points_in_ball : No signed point is longer than R.
    - a_point : i is the number of a point.
    - w_not_zero : w is not 0.
    - too_close : Point i is a violation of w for the guess. *)
Theorem thm_claim_3 d m z radius gamma guess w i
  (gamma_positive : 0 < gamma)
  (guess_right : guess <= gamma)
  (points_in_ball : in_ball d m z radius)
  (a_point : (i < m)%nat)
  (w_not_zero : 0 < norm d w)
  (too_close : violation d z guess w i) :
  norm d (add_point z w i) <= norm d w + radius ^ 2 / (2 * norm d w) + gamma / 2.
Proof.
  (* Violation: the point goes less than half the guess along w, and it is at most R long *)
  apply violation_along in too_close; [|exact w_not_zero].
  pose proof (squares_le _ _ (norm_nonneg d (z i)) (points_in_ball i a_point)) as Ball.
  set (l := norm d w) in *.
  (* Expand: the square of the new length has three terms *)
  assert (V : norm d (add_point z w i) ^ 2 <= l ^ 2 + gamma * l + radius ^ 2)
    by (unfold add_point; rewrite norm_plus_sqr; fold l; nra).
  (* Complete the square *)
  set (a := radius ^ 2 / (2 * l) + gamma / 2).
  assert (Square : (l + a) ^ 2 = l ^ 2 + gamma * l + radius ^ 2 + a ^ 2)
    by (unfold a; field; lra).
  assert (0 <= radius ^ 2 / (2 * l)) by (apply le_quotient; nra).
  assert (0 <= a) by (unfold a; lra).
  (* Root *)
  replace (l + radius ^ 2 / (2 * l) + gamma / 2) with (l + a) by (unfold a; ring).
  apply le_of_squares; nra.
Qed.

(** Claim 4: once |w| >= 2R^2/gamma, an update makes it at most 3 gamma/4 longer.
    - gamma_positive : The margin gamma is above 0.
    - guess_right : The guess is not above gamma.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - a_point : i is the number of a point.
    - w_long : The length of w is at least 2R^2/gamma.
    - too_close : Point i is a violation of w for the guess. *)
Theorem thm_claim_4 d m z u radius gamma guess w i
  (gamma_positive : 0 < gamma)
  (guess_right : guess <= gamma)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (a_point : (i < m)%nat)
  (w_long : 2 * radius ^ 2 / gamma <= norm d w)
  (too_close : violation d z guess w i) :
  norm d (add_point z w i) <= norm d w + 3 / 4 * gamma.
Proof.
  pose proof (margin_at_most_radius _ _ _ _ _ _ _ points_in_ball u_margin a_point).
  assert (w_not_zero : 0 < norm d w)
    by (assert (0 < 2 * radius ^ 2 / gamma) by (apply lt_quotient; nra); lra).
  (* Quarter *)
  assert (Quarter : radius ^ 2 / (2 * norm d w) <= gamma / 4).
  { apply quotient_le; [lra|]. apply (Rmult_le_compat_r gamma) in w_long; [|lra].
    replace (2 * radius ^ 2 / gamma * gamma) with (2 * radius ^ 2) in w_long by (field; lra).
    lra. }
  (* Sum *)
  pose proof (thm_claim_3 d m z radius gamma guess w i gamma_positive guess_right points_in_ball
    a_point w_not_zero too_close). lra.
Qed.

(** Claim 5 with < : after k updates |w| < 2R^2/gamma + 3 k gamma/4 + R.
    - gamma_positive : The margin gamma is above 0.
    - guess_right : The guess is not above gamma.
    - some_point : There is a point.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on violations lead from 0. *)
Theorem thm_claim_5_strict d m z u radius gamma guess k w
  (gamma_positive : 0 < gamma)
  (guess_right : guess <= gamma)
  (some_point : (0 < m)%nat)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : margin_perceptron d m z guess k w) :
  norm d w < 2 * radius ^ 2 / gamma + 3 / 4 * INR k * gamma + radius.
Proof.
  pose proof (margin_at_most_radius _ _ _ _ _ _ 0%nat points_in_ball u_margin some_point).
  assert (0 < 2 * radius ^ 2 / gamma) by (apply lt_quotient; nra).
  (* The book looks for the last short moment; by induction it is now, or it was before. *)
  induction corrected as [|k w i corrected IH a_point too_close].
  - (* Still short: at first w is 0, and no term of the bound is negative *)
    rewrite norm_vzero. simpl INR. lra.
  - (* The last short moment: before the update w is short, or it is long *)
    rewrite S_INR. pose proof (pos_INR k). assert (0 <= INR k * gamma) by nra.
    destruct (Rlt_or_le (norm d w) (2 * radius ^ 2 / gamma)) as [w_short|w_long].
    + (* then one step, by claim 2 *)
      pose proof (thm_claim_2 d m z radius w i points_in_ball a_point). lra.
    + (* Long since *)
      pose proof (thm_claim_4 d m z u radius gamma guess w i gamma_positive guess_right
        points_in_ball u_margin a_point w_long too_close). lra.
Qed.

(** Claim 5: after k updates |w| <= 2R^2/gamma + 3 k gamma/4 + R.
    - gamma_positive : The margin gamma is above 0.
    - guess_right : The guess is not above gamma.
    - some_point : There is a point.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on violations lead from 0. *)
Theorem thm_claim_5 d m z u radius gamma guess k w
  (gamma_positive : 0 < gamma)
  (guess_right : guess <= gamma)
  (some_point : (0 < m)%nat)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : margin_perceptron d m z guess k w) :
  norm d w <= 2 * radius ^ 2 / gamma + 3 / 4 * INR k * gamma + radius.
Proof. left. now apply thm_claim_5_strict with (m := m) (z := z) (u := u) (guess := guess). Qed.

(** ** Together *)

(** A run has fewer than 8R^2/gamma^2 + 4R/gamma updates.
    - gamma_positive : The margin gamma is above 0.
    - guess_right : The guess is not above gamma.
    - some_point : There is a point.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on violations lead from 0. *)
Theorem corrections_below_sharp_bound d m z u radius gamma guess k w
  (gamma_positive : 0 < gamma)
  (guess_right : guess <= gamma)
  (some_point : (0 < m)%nat)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : margin_perceptron d m z guess k w) :
  INR k < 8 * radius ^ 2 / gamma ^ 2 + 4 * radius / gamma.
Proof.
  (* The race *)
  destruct (thm_claim_1 d m z u gamma guess k w u_margin corrected) as [Shadow Along].
  pose proof (thm_claim_5_strict d m z u radius gamma guess k w gamma_positive guess_right
    some_point points_in_ball u_margin corrected) as Ceiling.
  (* A quarter is left *)
  assert (Quarter : 1 / 4 * INR k * gamma < 2 * radius ^ 2 / gamma + radius) by lra.
  replace (8 * radius ^ 2 / gamma ^ 2 + 4 * radius / gamma)
    with ((2 * radius ^ 2 / gamma + radius) * 4 / gamma) by (field; lra).
  apply lt_quotient; lra.
Qed.

(** ** Larger guesses *)

(** Claim 3 with another fraction theta in place of one half, for guesses up to 2 theta gamma. *)
Lemma larger_claim_3 d m z radius gamma theta w i :
  0 < theta * gamma -> in_ball d m z radius -> (i < m)%nat -> 0 < norm d w ->
  violation d z (2 * theta * gamma) w i ->
  norm d (add_point z w i) <= norm d w + radius ^ 2 / (2 * norm d w) + theta * gamma.
Proof.
  intros Positive Ball Hi Hw V.
  replace (2 * theta * gamma) with (2 * (theta * gamma)) in V by ring.
  pose proof (thm_claim_3 d m z radius (2 * (theta * gamma)) (2 * (theta * gamma)) w i) as C.
  replace (2 * (theta * gamma) / 2) with (theta * gamma) in C by field. apply C; auto; lra.
Qed.

(** Claim 4: between theta and 1 there is room for 1 - theta; half of it is for the other term. *)
Lemma larger_claim_4 d m z u radius gamma theta w i :
  0 < gamma -> 0 < theta < 1 -> in_ball d m z radius -> unit_with_margin d m z u gamma ->
  (i < m)%nat -> radius ^ 2 / ((1 - theta) * gamma) <= norm d w ->
  violation d z (2 * theta * gamma) w i ->
  norm d (add_point z w i) <= norm d w + (1 + theta) / 2 * gamma.
Proof.
  intros Hg Ht Ball Margin Hi Long V.
  pose proof (margin_at_most_radius _ _ _ _ _ _ _ Ball Margin Hi).
  assert (0 < (1 - theta) * gamma) by nra.
  assert (w_not_zero : 0 < norm d w)
    by (assert (0 < radius ^ 2 / ((1 - theta) * gamma)) by (apply lt_quotient; nra); lra).
  assert (Room : radius ^ 2 / (2 * norm d w) <= (1 - theta) / 2 * gamma).
  { apply quotient_le; [lra|]. apply (Rmult_le_compat_r ((1 - theta) * gamma)) in Long; [|lra].
    replace (radius ^ 2 / ((1 - theta) * gamma) * ((1 - theta) * gamma)) with (radius ^ 2)
      in Long by (field; lra). lra. }
  pose proof (larger_claim_3 d m z radius gamma theta w i ltac:(nra) Ball Hi w_not_zero V). lra.
Qed.

(** Claim 5: the length in all. *)
Lemma larger_claim_5 d m z u radius gamma theta k w :
  0 < gamma -> 0 < theta < 1 -> (0 < m)%nat -> in_ball d m z radius ->
  unit_with_margin d m z u gamma -> margin_perceptron d m z (2 * theta * gamma) k w ->
  norm d w <= radius ^ 2 / ((1 - theta) * gamma) + (1 + theta) / 2 * INR k * gamma + radius.
Proof.
  intros Hg Ht Hm Ball Margin Run.
  pose proof (margin_at_most_radius _ _ _ _ _ _ 0%nat Ball Margin Hm).
  assert (0 < radius ^ 2 / ((1 - theta) * gamma)) by (apply lt_quotient; nra).
  induction Run as [|k w i Run IH Hi V].
  - rewrite norm_vzero. simpl INR. lra.
  - rewrite S_INR. pose proof (pos_INR k). assert (0 <= INR k * gamma) by nra.
    assert (0 <= theta * (INR k * gamma)) by nra. assert (0 < theta * gamma) by nra.
    destruct (Rlt_or_le (norm d w) (radius ^ 2 / ((1 - theta) * gamma))) as [Short|Long].
    + pose proof (thm_claim_2 d m z radius w i Ball Hi). lra.
    + pose proof (larger_claim_4 d m z u radius gamma theta w i Hg Ht Ball Margin Hi Long V). lra.
Qed.

(** ** How far is the 12 from the truth? *)

(** [longest gamma radius k] is s_k: s_0 = 0, and s_{k+1}^2 = s_k^2 + gamma s_k + R^2. *)
Fixpoint longest (gamma radius : R) (k : nat) : R :=
  match k with
  | O => 0
  | S k => sqrt (longest gamma radius k ^ 2 + gamma * longest gamma radius k + radius ^ 2)
  end.

(** No run has k updates unless k gamma <= s_k.
    - gamma_positive : The margin gamma is above 0.
    - guess_right : The guess is not above gamma.
    - points_in_ball : No signed point is longer than R.
    - u_margin : The unit vector u has every signed point at least gamma along it.
    - corrected : w is where k updates on violations lead from 0. *)
Theorem corrections_without_rounding d m z u radius gamma guess k w
  (gamma_positive : 0 < gamma)
  (guess_right : guess <= gamma)
  (points_in_ball : in_ball d m z radius)
  (u_margin : unit_with_margin d m z u gamma)
  (corrected : margin_perceptron d m z guess k w) :
  INR k * gamma <= longest gamma radius k.
Proof.
  enough (norm d w <= longest gamma radius k)
    by (pose proof (thm_claim_1 d m z u gamma guess k w u_margin corrected); lra).
  clear u_margin.
  induction corrected as [|k w i _ IH a_point too_close]; [rewrite norm_vzero; simpl; lra|].
  pose proof (norm_nonneg d w). pose proof (norm_nonneg d (z i)).
  pose proof (points_in_ball i a_point) as Ball.
  assert (Along : dot d w (z i) <= gamma / 2 * norm d w).
  { destruct (Req_dec (norm d w) 0) as [E|N].
    - rewrite (dot_ext d w vzero (z i) (z i) (norm_zero d w E) (fun j _ => eq_refl)).
      rewrite dot_zero_l, E. lra.
    - apply violation_along in too_close; nra. }
  simpl. set (s := longest gamma radius k) in *.
  assert (S_squared : norm d w ^ 2 <= s ^ 2) by (apply squares_le; lra).
  assert (R_squared : norm d (z i) ^ 2 <= radius ^ 2) by (apply squares_le; lra).
  apply le_of_squares; [apply sqrt_pos|]. rewrite pow2_sqrt by nra.
  unfold add_point. rewrite norm_plus_sqr. nra.
Qed.
