(** * Support vectors

    The chapter proves what the multipliers say about the bias, that all points but the support
    vectors can be dropped, and that the hyperplane of the others goes wrong only at a support
    vector that was left out.

    A point whose multiplier [a i] is above 0 is a support vector; with slack it is free if
    [a i] is below C. The points that are kept are [x (kept k)], k < m. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Convexity Separability Programs MaximumMargin.
Open Scope R_scope.

Lemma other_factor u v : u * v = 0 -> u <> 0 -> v = 0.
Proof. intros E N. destruct (Rmult_integral _ _ E); [contradiction|assumption]. Qed.

(** ** The bias *)
Section Bias.
Variables d n : nat.
Variable x : nat -> vec.
Variable y : nat -> R.

(** 1 for a free support vector, 0 for the others. *)
Definition free (C : R) (a : nat -> R) (i : nat) : R :=
  if Rlt_dec 0 (a i) then if Rlt_dec (a i) C then 1 else 0 else 0.

(** With a soft margin: each free support vector has b = y_i - w . x_i; hence, if there is any, b
    is the mean of y_i - w . x_i over all of them.
    - labels : all labels are 1 or -1.
    - conditions_hold : w, b, the slack and the multipliers meet the conditions at the price C. *)
Theorem thm_bias C w b xi a (labels : labelled n y)
    (conditions_hold : soft_conditions true d n x y C w b xi a) :
  (forall i, (i < n)%nat -> 0 < a i < C -> b = y i - dot d w (x i)) /\
  ((exists i, (i < n)%nat /\ 0 < a i < C) ->
   b = sum n (fun i => free C a i * (y i - dot d w (x i))) / sum n (free C a)).
Proof.
  destruct conditions_hold as (_ & _ & _ & Slack).
  (* A free support vector is on the edge. *)
  assert (Edge : forall i, (i < n)%nat -> 0 < a i < C -> b = y i - dot d w (x i)).
  { intros i Hi Free. destruct (Slack i Hi) as [S1 S2].
    apply other_factor in S1; [|lra]. apply other_factor in S2; [|lra].
    assert (E : y i * decision d w b (x i) = 1) by lra. unfold decision in E.
    destruct (labels i Hi) as [Y|Y]; rewrite Y in *; lra. }
  split; [exact Edge|]. intros (k & Hk & Free).
  rewrite (sum_ext n _ (fun i => b * free C a i)).
  - rewrite sum_scale. field. apply Rgt_not_eq. apply sum_pos with k; [|exact Hk|].
    + intros i _. unfold free. destruct (Rlt_dec 0 (a i)); [destruct (Rlt_dec (a i) C)|]; lra.
    + unfold free. destruct (Rlt_dec 0 (a k)); [destruct (Rlt_dec (a k) C)|]; lra.
  - intros i Hi. unfold free. destruct (Rlt_dec 0 (a i)); [destruct (Rlt_dec (a i) C)|]; try ring.
    rewrite <- (Edge i Hi); [ring|lra].
Qed.

(** With a soft margin: b is at least y_i - w . x_i for the points with label 1 and a_i < C and for
    those with label -1 and a_i > 0; it is at most that for the points with label 1 and a_i > 0
    and for those with label -1 and a_i < C; and each b within these bounds is as good.
    - labels : all labels are 1 or -1.
    - conditions_hold : w, b, the slack and the multipliers meet the conditions at the price C. *)
Theorem thm_bias_bounds C w b xi a (labels : labelled n y)
    (conditions_hold : soft_conditions true d n x y C w b xi a) :
  within_bounds d n x y C w b a /\
  forall b', within_bounds d n x y C w b' a ->
    soft_margin true d n x y C w b' (hinge_slack d x y w b').
Proof.
  destruct conditions_hold as ((W & B) & [Hb F] & A & Slack). split.
  - (* Where a_i < C, the point is not inside the slab. *)
    assert (Outside : forall i, (i < n)%nat -> a i < C -> 1 <= y i * decision d w b (x i)).
    { intros i Hi L. destruct (Slack i Hi) as [_ S]. specialize (F i Hi).
      apply other_factor in S; lra. }
    (* Where a_i > 0, it is not beyond the edge. *)
    assert (Inside : forall i, (i < n)%nat -> 0 < a i -> y i * decision d w b (x i) <= 1).
    { intros i Hi L. destruct (Slack i Hi) as [S _]. specialize (F i Hi).
      apply other_factor in S; lra. }
    unfold decision in *. split; intros i Hi [[Y L]|[Y L]].
    + specialize (Outside i Hi L). rewrite Y in *. lra.
    + specialize (Inside i Hi L). rewrite Y in *. lra.
    + specialize (Inside i Hi L). rewrite Y in *. lra.
    + specialize (Outside i Hi L). rewrite Y in *. lra.
  - (* Each b within the bounds is as good. *)
    intros b' Within. apply soft_conditions_sufficient with a.
    apply within_bounds_conditions; assumption || exact I.
Qed.

(** The hard margin is the soft one at a price above all multipliers, with no slack. *)
Lemma hard_is_soft bias C w b a :
  (forall i, (i < n)%nat -> a i <= C) -> hard_conditions bias d n x y w b a ->
  soft_conditions bias d n x y C w b (fun _ => 0) a.
Proof.
  intros L (St & [Hb F] & A & S). split; [exact St|split; [split; [exact Hb|]|split]].
  - intros i Hi. specialize (F i Hi). lra.
  - intros i Hi. split; [now apply A|now apply L].
  - intros i Hi. split; [|ring]. rewrite Rplus_0_r. now apply S.
Qed.

Lemma price_above_all bias w b a :
  hard_conditions bias d n x y w b a -> forall i, (i < n)%nat -> a i < 1 + sum n a.
Proof.
  intros (_ & _ & A & _) i Hi. pose proof (sum_term_le n a i A Hi). lra.
Qed.

(** With a hard margin all support vectors are free: each has b = y_i - w . x_i, and b is the mean
    of these.
    - labels : all labels are 1 or -1.
    - conditions_hold : w, b and the multipliers meet the conditions of the hard margin. *)
Theorem thm_bias_hard w b a (labels : labelled n y)
    (conditions_hold : hard_conditions true d n x y w b a) :
  (forall i, (i < n)%nat -> 0 < a i -> b = y i - dot d w (x i)) /\
  ((exists i, (i < n)%nat /\ 0 < a i) ->
   b = sum n (fun i => (if Rlt_dec 0 (a i) then 1 else 0) * (y i - dot d w (x i)))
       / sum n (fun i => if Rlt_dec 0 (a i) then 1 else 0)).
Proof.
  (* the hard margin is a soft one at a price above all multipliers *)
  pose proof (price_above_all true w b a conditions_hold) as P. set (C := 1 + sum n a) in *.
  destruct (thm_bias C w b (fun _ => 0) a labels) as [Edge Mean].
  { apply hard_is_soft; [|exact conditions_hold]. intros i Hi. now apply Rlt_le, P. }
  split.
  - (* A support vector is on the edge: it is a free one *)
    intros i Hi L. apply Edge; [exact Hi|]. split; [exact L|now apply P].
  - (* numbers that are all equal to b have the mean b *)
    intros (k & Hk & L).
    assert (E : forall i, (i < n)%nat -> free C a i = if Rlt_dec 0 (a i) then 1 else 0).
    { intros i Hi. specialize (P i Hi). unfold free.
      destruct (Rlt_dec 0 (a i)); [|reflexivity]. now destruct (Rlt_dec (a i) C). }
    rewrite (sum_ext n _ (fun i => free C a i * (y i - dot d w (x i))))
      by (intros i Hi; now rewrite (E i Hi)).
    rewrite (sum_ext n (fun i => if Rlt_dec 0 (a i) then 1 else 0) (free C a))
      by (intros i Hi; now rewrite (E i Hi)).
    apply Mean. exists k. split; [exact Hk|split; [exact L|now apply P]].
Qed.

(** With a hard margin: b is at least y_i - w . x_i for all points with label 1 and for those with
    label -1 and a_i > 0; it is at most that for all points with label -1 and for those with label
    1 and a_i > 0; and each b within these bounds is as good.
    - labels : all labels are 1 or -1.
    - conditions_hold : w, b and the multipliers meet the conditions of the hard margin. *)
Theorem thm_bias_hard_bounds w b a (labels : labelled n y)
    (conditions_hold : hard_conditions true d n x y w b a) :
  let within b :=
    (forall i, (i < n)%nat -> y i = 1 \/ (y i = -1 /\ 0 < a i) -> y i - dot d w (x i) <= b) /\
    (forall i, (i < n)%nat -> (y i = 1 /\ 0 < a i) \/ y i = -1 -> b <= y i - dot d w (x i)) in
  within b /\ forall b', within b' -> hard_margin true d n x y w b'.
Proof.
  (* the hard margin is a soft one at a price above all multipliers *)
  intros within. pose proof (price_above_all true w b a conditions_hold) as P.
  set (C := 1 + sum n a) in *.
  assert (Soft : soft_conditions true d n x y C w b (fun _ => 0) a).
  { apply hard_is_soft; [|exact conditions_hold]. intros i Hi. now apply Rlt_le, P. }
  destruct (thm_bias_bounds C w b _ a labels Soft) as [[Below Above] _]. split.
  - (* No point is inside the slab *)
    split; intros i Hi Q.
    + apply Below; [exact Hi|]. specialize (P i Hi). unfold bounds_below. tauto.
    + apply Above; [exact Hi|]. specialize (P i Hi). unfold bounds_above. tauto.
  - (* and with any b within the bounds the conditions still hold *)
    intros b' [Below' Above']. destruct conditions_hold as ((W & B) & _ & A & _).
    apply hard_conditions_sufficient with a. split; [now split|].
    assert (F : forall i, (i < n)%nat -> 1 <= y i * decision d w b' (x i)).
    { intros i Hi. unfold decision. destruct (labels i Hi) as [Y|Y].
      - specialize (Below' i Hi (or_introl Y)). rewrite Y in *. lra.
      - specialize (Above' i Hi (or_intror Y)). rewrite Y in *. lra. }
    split; [split; [exact I|exact F]|split; [exact A|]].
    intros i Hi. destruct (Rle_lt_or_eq_dec 0 (a i) (A i Hi)) as [L|Z]; [|rewrite <- Z; ring].
    specialize (F i Hi). unfold decision in *. destruct (labels i Hi) as [Y|Y].
    + specialize (Above' i Hi (or_introl (conj Y L))). rewrite Y in *.
      replace (1 * (dot d w (x i) + b') - 1) with 0 by lra. ring.
    + specialize (Below' i Hi (or_intror (conj Y L))). rewrite Y in *.
      replace (-1 * (dot d w (x i) + b') - 1) with 0 by lra. ring.
Qed.

(** Some point is a support vector, whether there is a bias or not. *)
Lemma some_support bias w b a :
  enough_labels bias n y -> hard_conditions bias d n x y w b a ->
  exists i, (i < n)%nat /\ 0 < a i.
Proof.
  intros EL ((W & _) & F & A & _).
  destruct (Classical_Prop.classic (exists i, (i < n)%nat /\ 0 < a i)) as [E|N]; [exact E|exfalso].
  destruct (feasible_separates bias d n x y w b EL F) as [Hw _].
  assert (Z : veq d w vzero).
  { intros j Hj. rewrite (W j Hj). apply sum_all_zero. intros i Hi.
    destruct (Rle_lt_or_eq_dec 0 (a i) (A i Hi)) as [L|E]; [|rewrite <- E; ring].
    exfalso. apply N. now exists i. }
  rewrite (norm_ext d _ _ Z), norm_vzero in Hw. lra.
Qed.

(** In the hard margin with a bias there is a (free) support vector of each label.
    - labels : all labels are 1 or -1.
    - both : points of both labels are there.
    - conditions_hold : w, b and the multipliers meet the conditions of the hard margin. *)
Theorem thm_bias_both_labels w b a (labels : labelled n y) (both : both_labels n y)
    (conditions_hold : hard_conditions true d n x y w b a) :
  (exists i, (i < n)%nat /\ y i = 1 /\ 0 < a i) /\ (exists i, (i < n)%nat /\ y i = -1 /\ 0 < a i).
Proof.
  (* Both labels, in the hard margin. *)
  destruct (some_support true w b a both conditions_hold) as (k & Hk & L).
  destruct conditions_hold as ((_ & B) & _ & A & _). cbn in B.
  assert (H : forall s, s = 1 \/ s = -1 -> exists i, (i < n)%nat /\ y i = s /\ 0 < a i).
  { intros s Hs. destruct (Classical_Prop.classic (exists i, (i < n)%nat /\ y i = s /\ 0 < a i))
      as [E|N]; [exact E|exfalso].
    assert (Other : forall i, (i < n)%nat -> a i * y i = - s * a i).
    { intros i Hi. destruct (Rle_lt_or_eq_dec 0 (a i) (A i Hi)) as [P|E]; [|rewrite <- E; ring].
      assert (M : y i <> s) by (intros Y; apply N; now exists i).
      destruct (labels i Hi) as [Y|Y], Hs as [S|S]; rewrite Y, S in *; lra. }
    rewrite (sum_ext n _ (fun i => - s * a i)) in B by exact Other. rewrite sum_scale in B.
    pose proof (sum_pos n a k A Hk L). destruct Hs as [S|S]; rewrite S in B; lra. }
  split; apply H; auto.
Qed.
End Bias.

(** ** The others can be dropped *)
Section Dropping.
Variable bias : bool.
Variables d n : nat.
Variable x : nat -> vec.
Variable y : nat -> R.

(** [kept 0], ..., [kept (m - 1)] are different points, and all support vectors are among them. *)
Definition keeps_support (a : nat -> R) (m : nat) (kept : nat -> nat) : Prop :=
  (forall k, (k < m)%nat -> (kept k < n)%nat) /\
  (forall k l, (k < m)%nat -> (l < m)%nat -> kept k = kept l -> k = l) /\
  (forall i, (i < n)%nat -> 0 < a i -> exists k, (k < m)%nat /\ kept k = i).

(** The points that are kept, and their labels. *)
Definition kept_points (kept : nat -> nat) : nat -> vec := fun k => x (kept k).
Definition kept_labels (kept : nat -> nat) : nat -> R := fun k => y (kept k).

(** Such a sum has lost only terms that are zero. *)
Lemma sum_kept a m kept (g : nat -> R) :
  keeps_support a m kept -> nonneg n a -> (forall i, a i = 0 -> g i = 0) ->
  sum m (fun k => g (kept k)) = sum n g.
Proof.
  intros (In & Inj & All) A Z.
  rewrite (sum_ext m _ (fun k => sum n (fun i => if Nat.eq_dec i (kept k) then g i else 0))).
  - rewrite sum_swap. apply sum_ext. intros i Hi.
    destruct (Rle_lt_or_eq_dec 0 (a i) (A i Hi)) as [P|E].
    + destruct (All i Hi P) as (k & Hk & <-). rewrite (sum_single m k); [|exact Hk|].
      * now destruct (Nat.eq_dec (kept k) (kept k)).
      * intros l Hl N. destruct (Nat.eq_dec (kept k) (kept l)) as [E|]; [|reflexivity].
        exfalso. apply N. symmetry. now apply Inj.
    + rewrite (Z i) by (symmetry; exact E). apply sum_all_zero. intros k _.
      now destruct (Nat.eq_dec i (kept k)).
  - intros k Hk. rewrite (sum_single n (kept k)); [|now apply In|].
    + now destruct (Nat.eq_dec (kept k) (kept k)).
    + intros i _ N. now destruct (Nat.eq_dec i (kept k)).
Qed.

Lemma normal_kept a m kept :
  keeps_support a m kept -> nonneg n a ->
  veq d (normal_of n x y a)
        (normal_of m (kept_points kept) (kept_labels kept) (fun k => a (kept k))).
Proof.
  intros K A j _. symmetry. apply (sum_kept a m kept (fun i => a i * y i * x i j) K A).
  intros i E. rewrite E. ring.
Qed.

Lemma balanced_kept a m kept :
  keeps_support a m kept -> nonneg n a -> balanced bias n y a ->
  balanced bias m (kept_labels kept) (fun k => a (kept k)).
Proof.
  intros K A. unfold balanced. destruct bias; [|auto]. intros B. rewrite <- B.
  apply (sum_kept a m kept (fun i => a i * y i) K A). intros i E. rewrite E. ring.
Qed.

(** Step The conditions still hold. *)
Lemma conditions_kept w b a m kept :
  keeps_support a m kept -> hard_conditions bias d n x y w b a ->
  hard_conditions bias d m (kept_points kept) (kept_labels kept) w b (fun k => a (kept k)).
Proof.
  intros K ((W & B) & [Hb F] & A & S). pose proof K as (In & _ & _).
  split; [split|split; [split; [exact Hb|]|split]].
  - intros j Hj. rewrite (W j Hj). now apply normal_kept.
  - now apply balanced_kept.
  - intros k Hk. now apply F, In.
  - intros k Hk. now apply A, In.
  - intros k Hk. now apply S, In.
Qed.

(** Keep all the support vectors of the hard margin, and of the other points as many as you like:
    then the points that are kept have both labels (through the origin: there is some point), and
    their best hyperplane is the one of all the points, and the only one.
    - enough : both labels are there (through the origin: some point is).
    - labels : all labels are 1 or -1.
    - best : (w, b) solves the program; so a hyperplane separates the points.
    - dual : a solves the dual.
    - kept_support : all points with a_i > 0 are kept. *)
Theorem thm_dropping w b a m kept (enough : enough_labels bias n y) (labels : labelled n y)
    (best : hard_margin bias d n x y w b) (dual : hard_dual bias d n x y a)
    (kept_support : keeps_support a m kept) :
  let x' := kept_points kept in
  let y' := kept_labels kept in
  enough_labels bias m y' /\ hard_margin bias d m x' y' w b /\
  (forall w' b', hard_margin bias d m x' y' w' b' -> veq d w' w /\ b' = b).
Proof.
  intros x' y'. pose proof (hard_solutions_meet bias d n x y w b a enough labels best dual) as H.
  pose proof kept_support as (In & _ & All).
  (* Both labels. *)
  assert (Enough : enough_labels bias m y').
  { pose proof (some_support d n x y bias w b a enough H) as (i & Hi & L).
    unfold enough_labels in *. destruct bias.
    - destruct (thm_bias_both_labels d n x y w b a labels enough H)
        as [(p & Hp & Yp & Lp) (q & Hq & Yq & Lq)].
      destruct (All p Hp Lp) as (k & Hk & E). destruct (All q Hq Lq) as (l & Hl & E').
      split; [exists k|exists l]; (split; [assumption|]); unfold y', kept_labels;
        [now rewrite E|now rewrite E'].
    - destruct (All i Hi L) as (k & Hk & _). lia. }
  (* The conditions still hold. So it is a solution. *)
  assert (Sol : hard_margin bias d m x' y' w b).
  { apply hard_conditions_sufficient with (fun k => a (kept k)). now apply conditions_kept. }
  split; [exact Enough|split; [exact Sol|]].
  (* It is the only one. *)
  assert (Lab : labelled m y') by (intros k Hk; apply labels, In, Hk).
  assert (Sep : can_be_separated bias d m x' y').
  { apply thm_hard_margin_qp_feasible; [exact Enough|]. exists w, b. apply Sol. }
  destruct (thm_uniqueness bias d m x' y' Enough Lab Sep) as (u & e & _ & One & _).
  intros w' b' S'. destruct (One w' b' S') as [E1 E2]. destruct (One w b Sol) as [E3 E4].
  split; [|lra]. intros j Hj. now rewrite (E1 j Hj), (E3 j Hj).
Qed.

(** With slack, at the same price C, (w, b) is again a solution for the points that are kept.
    - price : C is above 0.
    - labels : all labels are 1 or -1.
    - best : w, b and the slack solve the program at the price C.
    - dual : a solves its dual.
    - kept_support : all points with a_i > 0 are kept. *)
Theorem thm_dropping_soft C w b xi a m kept (price : 0 < C) (labels : labelled n y)
    (best : soft_margin bias d n x y C w b xi) (dual : soft_dual bias d n x y C a)
    (kept_support : keeps_support a m kept) :
  soft_margin bias d m (kept_points kept) (kept_labels kept) C w b (fun k => xi (kept k)).
Proof.
  pose proof kept_support as (In & _ & _).
  destruct (soft_solutions_meet bias d n x y C w b xi a price labels best dual)
    as ((W & B) & [Hb F] & A & S).
  assert (N : nonneg n a) by (intros i Hi; now apply A).
  (* With slack the same is true of its conditions. *)
  apply soft_conditions_sufficient with (fun k => a (kept k)).
  split; [split|split; [split; [exact Hb|]|split]].
  - intros j Hj. rewrite (W j Hj). now apply normal_kept.
  - now apply balanced_kept.
  - intros k Hk. now apply F, In.
  - intros k Hk. now apply A, In.
  - intros k Hk. now apply S, In.
Qed.

(** ** The working set *)

(** If the working set of the points that are kept is solved, and no point at rest lies inside the
    slab, then the answer is that of all points.
    - at_rest : the points that are not kept have the multiplier 0.
    - working_set : [kept 0], ..., [kept (m - 1)] are different points, and the others are at rest.
    - solved : the hyperplane and the multipliers meet the conditions of the points that are kept.
    - none_inside : every point is on its side of the slab, or on its edge. *)
Theorem alg_working_set w b a m kept
    (at_rest : forall i, (i < n)%nat -> (forall k, (k < m)%nat -> kept k <> i) -> a i = 0)
    (working_set : (forall k, (k < m)%nat -> (kept k < n)%nat) /\
       (forall k l, (k < m)%nat -> (l < m)%nat -> kept k = kept l -> k = l))
    (solved : hard_conditions bias d m (kept_points kept) (kept_labels kept) w b
                (fun k => a (kept k)))
    (none_inside : forall i, (i < n)%nat -> 1 <= y i * decision d w b (x i)) :
  hard_conditions bias d n x y w b a.
Proof.
  (* a point is kept, or its multiplier is 0 *)
  destruct working_set as [In Inj]. destruct solved as ((W & B) & [Hb _] & A & S).
  assert (Kept : forall i, (i < n)%nat -> a i = 0 \/ exists k, (k < m)%nat /\ kept k = i).
  { intros i Hi. destruct (Classical_Prop.classic (exists k, (k < m)%nat /\ kept k = i)) as [E|N];
      [now right|left]. apply at_rest; [exact Hi|]. intros k Hk E. apply N. now exists k. }
  assert (A' : nonneg n a).
  { intros i Hi. destruct (Kept i Hi) as [-> |(k & Hk & <-)]; [lra|now apply A]. }
  (* so all support vectors are kept, and the sums of the conditions are the same *)
  assert (K : keeps_support a m kept).
  { split; [exact In|split; [exact Inj|]]. intros i Hi P.
    destruct (Kept i Hi) as [Z|E]; [lra|exact E]. }
  split; [split|split; [now split|split; [exact A'|]]].
  - intros j Hj. rewrite (W j Hj). symmetry. now apply normal_kept.
  - unfold balanced in *. destruct bias; [|exact I]. rewrite <- B. symmetry.
    apply (sum_kept a m kept (fun i => a i * y i) K A'). intros i E. rewrite E. ring.
  - intros i Hi. destruct (Kept i Hi) as [-> |(k & Hk & <-)]; [ring|now apply S].
Qed.
End Dropping.

(** ** Leaving one out *)
Section LeaveOneOut.
Variable bias : bool.
Variables d n : nat.
Variable x : nat -> vec.
Variable y : nat -> R.

(** All points but the i-th: those before it, and those after it one place earlier. *)
Definition all_but (i k : nat) : nat := if (k <? i)%nat then k else S k.

(** The hard margin of the other n - 1 points. *)
Definition best_without (i : nat) (w : vec) (b : R) : Prop :=
  hard_margin bias d (n - 1) (kept_points x (all_but i)) (kept_labels y (all_but i)) w b.

(** At least two points of label s. *)
Definition two_of (s : R) : Prop :=
  exists i j, (i < n)%nat /\ (j < n)%nat /\ i <> j /\ y i = s /\ y j = s.

(** Two points of each label; through the origin, any two points. *)
Definition enough_to_leave_out : Prop := if bias then two_of 1 /\ two_of (-1) else (2 <= n)%nat.

Lemma all_but_keeps i j :
  (i < n)%nat -> (j < n)%nat -> j <> i -> exists k, (k < n - 1)%nat /\ all_but i k = j.
Proof.
  intros Hi Hj N. unfold all_but. destruct (Nat.lt_ge_cases j i) as [L|L].
  - exists j. split; [lia|]. now rewrite (proj2 (Nat.ltb_lt j i)).
  - exists (j - 1)%nat. split; [lia|]. destruct (Nat.ltb_spec (j - 1) i); lia.
Qed.

Lemma all_but_keeps_support i a :
  (i < n)%nat -> a i = 0 -> keeps_support n a (n - 1) (all_but i).
Proof.
  intros Hi Z. split; [|split].
  - intros k Hk. unfold all_but. destruct (Nat.ltb_spec k i); lia.
  - intros k l _ _. unfold all_but. destruct (Nat.ltb_spec k i), (Nat.ltb_spec l i); lia.
  - intros j Hj P. apply all_but_keeps; try assumption. intros ->. lra.
Qed.

Lemma enough_before : enough_to_leave_out -> enough_labels bias n y.
Proof.
  unfold enough_to_leave_out, enough_labels. destruct bias; [|lia].
  intros [(i & _ & Hi & _ & _ & Y & _) (j & _ & Hj & _ & _ & Y' & _)].
  split; [now exists i|now exists j].
Qed.

Lemma enough_after i :
  (i < n)%nat -> enough_to_leave_out -> enough_labels bias (n - 1) (kept_labels y (all_but i)).
Proof.
  intros Hi. unfold enough_to_leave_out, enough_labels. destruct bias; [|lia].
  assert (H : forall s, two_of s ->
    exists k, (k < n - 1)%nat /\ kept_labels y (all_but i) k = s).
  { intros s (p & q & Hp & Hq & N & Yp & Yq). unfold kept_labels.
    destruct (Nat.eq_dec p i) as [->|Np].
    - destruct (all_but_keeps i q Hi Hq ltac:(lia)) as (k & Hk & E). exists k. now rewrite E.
    - destruct (all_but_keeps i p Hi Hp Np) as (k & Hk & E). exists k. now rewrite E. }
  intros [T1 T2]. split; now apply H.
Qed.

(** Leave any point out: the others have a best hyperplane, and only one.
    - enough : two points of each label are there (through the origin: any two).
    - labels : all labels are 1 or -1.
    - separable : some hyperplane separates all the points.
    - left_out : the point left out is the i-th, i < n. *)
Theorem thm_leave_one_out_plane i (enough : enough_to_leave_out) (labels : labelled n y)
    (separable : can_be_separated bias d n x y) (left_out : (i < n)%nat) :
  exists w b, best_without i w b /\
    forall w' b', best_without i w' b' -> veq d w' w /\ b' = b.
Proof.
  (* There is a best hyperplane of the rest. *)
  assert (In : forall k, (k < n - 1)%nat -> (all_but i k < n)%nat)
    by (intros k Hk; unfold all_but; destruct (Nat.ltb_spec k i); lia).
  destruct separable as (w & b & Hb & Hw & S).
  destruct (thm_uniqueness bias d (n - 1) (kept_points x (all_but i)) (kept_labels y (all_but i)))
    as (u & e & Best & One & _).
  - now apply enough_after.
  - intros k Hk. now apply labels, In.
  - exists w, b. split; [exact Hb|split; [exact Hw|]]. intros k Hk. now apply S, In.
  - now exists u, e.
Qed.

(** Leave each point out in turn, and predict its label by the best hyperplane of the others. Only
    predictions at support vectors can be wrong, so at most as many as there are support vectors.
    - enough : two points of each label are there (through the origin: any two).
    - labels : all labels are 1 or -1.
    - separable : some hyperplane separates all the points.
    - dual : a solves the dual of the hard margin of all the points.
    - best_planes : W i, B i is the best hyperplane of the points but the i-th. *)
Theorem thm_leave_one_out a (W : nat -> vec) (B : nat -> R) (enough : enough_to_leave_out)
    (labels : labelled n y) (separable : can_be_separated bias d n x y)
    (dual : hard_dual bias d n x y a)
    (best_planes : forall i, (i < n)%nat -> best_without i (W i) (B i)) :
  (forall i, (i < n)%nat -> predict d (W i) (B i) (x i) <> y i -> 0 < a i) /\
  sum n (fun i => if Req_EM_T (predict d (W i) (B i) (x i)) (y i) then 0 else 1)
  <= sum n (fun i => if Rlt_dec 0 (a i) then 1 else 0).
Proof.
  pose proof (enough_before enough) as EL.
  destruct (thm_existence bias d n x y EL labels separable) as (w & b & Best).
  assert (Right : forall i, (i < n)%nat -> predict d (W i) (B i) (x i) <> y i -> 0 < a i).
  { intros i Hi Wrong. destruct (Rle_lt_or_eq_dec 0 (a i) (proj1 dual i Hi)) as [|Z]; [assumption|].
    exfalso. apply Wrong. clear Wrong.
    (* At a point with alpha_i = 0 the prediction is correct. *)
    destruct (thm_dropping bias d n x y w b a (n - 1) (all_but i) EL labels Best dual)
      as (_ & _ & One); [now apply all_but_keeps_support|].
    destruct (One _ _ (best_planes i Hi)) as [Ew Eb].
    assert (E : decision d (W i) (B i) (x i) = decision d w b (x i)).
    { unfold decision. rewrite Eb. f_equal. now apply dot_ext. }
    destruct Best as [[_ F] _]. specialize (F i Hi). unfold predict. rewrite E.
    destruct (labels i Hi) as [Y|Y]; rewrite Y in *;
      destruct (Rle_dec 0 (decision d w b (x i))); lra. }
  split; [exact Right|].
  (* Count. *)
  apply sum_le. intros i Hi. specialize (Right i Hi).
  destruct (Req_EM_T (predict d (W i) (B i) (x i)) (y i)), (Rlt_dec 0 (a i)); lra || tauto.
Qed.
End LeaveOneOut.
