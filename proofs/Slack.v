(** * Slack

    The chapter proves what a higher price of slack does, what is unique in a soft margin and what
    is not, the dual of the soft margin with the three kinds of points, and that four scalings in
    use are one problem.

    The program is [soft_margin C w b xi] of [Programs]: (w, b, xi) is feasible and nothing
    feasible costs less, where the cost is |w|^2 / 2 + C sum xi_i. *)
Require Import Reals Lra Lia Psatz FunctionalExtensionality.
From Margin Require Import Vectors Convexity Separability Programs MaximumMargin Duality.
From Margin Require Import SupportVectors.
Open Scope R_scope.

Section Slack.
Variable bias : bool.
Variables d n : nat.
Variable x : nat -> vec.
Variable y : nat -> R.

Notation soft_margin := (soft_margin bias d n x y).
Notation soft_dual := (soft_dual bias d n x y).
Notation hard_margin := (hard_margin bias d n x y).

(** ** The price of slack *)

(** At a higher price there is no more slack, and the slab is never wider.
    - price : C is above 0.
    - dearer : the second price is above the first.
    - best : w, b, xi are a soft margin at the price C.
    - best' : w', b', xi' are one at the price C'. *)
Theorem thm_price_of_slack C C' w b xi w' b' xi' (price : 0 < C) (dearer : C < C')
    (best : soft_margin C w b xi) (best' : soft_margin C' w' b' xi') :
  sum n xi' <= sum n xi /\ norm d w <= norm d w'.
Proof.
  (* Each is best at its own price. *)
  destruct best as [F Least]. destruct best' as [F' Least'].
  specialize (Least w' b' xi' F'). specialize (Least' w b xi F). unfold soft_cost in *.
  (* Slack. *)
  assert (S : sum n xi' <= sum n xi) by nra.
  split; [exact S|]. apply length_of_cost.
  (* Length. *)
  assert (C * sum n xi' <= C * sum n xi) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** If the points can be separated, the hard margin has the narrowest slab of all.
    - price : C is above 0.
    - best : w, b, xi are a soft margin at the price C.
    - hard : w', b' are the hard margin. *)
Theorem thm_price_of_slack_hard C w b xi w' b' (price : 0 < C)
    (best : soft_margin C w b xi) (hard : hard_margin w' b') :
  norm d w <= norm d w'.
Proof.
  (* The hard margin takes part. *)
  destruct best as [[Hb F] Least]. destruct hard as [[Hb' F'] _].
  assert (Part : slack_feasible bias d n x y w' b' (fun _ => 0)).
  { split; [exact Hb'|]. intros i Hi. specialize (F' i Hi). lra. }
  specialize (Least _ _ _ Part). unfold soft_cost in Least. rewrite sum_zero in Least.
  assert (0 <= sum n xi) by (apply sum_nonneg; intros i Hi; apply (F i Hi)).
  apply length_of_cost. nra.
Qed.

(** ** What is unique *)

(** At a soft margin the slack is the least that the hyperplane needs. *)
Lemma soft_slack_is_hinge C w b xi :
  0 < C -> soft_margin C w b xi -> forall i, (i < n)%nat -> xi i = hinge_slack d x y w b i.
Proof.
  intros HC [F Least] i Hi. set (h := hinge_slack d x y w b).
  assert (Le : forall j, (j < n)%nat -> 0 <= xi j - h j).
  { intros j Hj. pose proof (hinge_slack_least bias d n x y w b xi j F Hj). unfold h. lra. }
  specialize (Least w b h (hinge_slack_feasible bias d n x y w b (proj1 F))).
  unfold soft_cost in Least.
  assert (sum n xi <= sum n h) by (apply Rmult_le_reg_l with C; lra).
  pose proof (sum_nonneg n _ Le) as P. rewrite sum_minus in P.
  pose proof (sum_eq_zero n (fun j => xi j - h j) Le ltac:(rewrite sum_minus; lra) i Hi).
  cbv beta in *.
  lra.
Qed.

(** The triple on the way from one feasible triple to another is feasible. *)
Lemma slack_feasible_mixture t w b xi w' b' xi' :
  0 <= t <= 1 -> slack_feasible bias d n x y w b xi -> slack_feasible bias d n x y w' b' xi' ->
  slack_feasible bias d n x y (mixture t w w') ((1 - t) * b + t * b') (mixture t xi xi').
Proof.
  intros Ht [Hb F] [Hb' F']. split; [now apply allowed_mixture|]. intros i Hi.
  specialize (F i Hi). specialize (F' i Hi). rewrite decision_mixture. unfold mixture. nra.
Qed.

Lemma sum_mixture t xi xi' : sum n (mixture t xi xi') = (1 - t) * sum n xi + t * sum n xi'.
Proof. unfold mixture. now rewrite sum_plus, !sum_scale. Qed.

(** Step One w: two soft margins at the same price have the same normal. *)
Lemma soft_same_normal C w b xi w' b' xi' :
  soft_margin C w b xi -> soft_margin C w' b' xi' -> veq d w w'.
Proof.
  intros [F Least] [F' Least'].
  pose proof (slack_feasible_mixture (/ 2) _ _ _ _ _ _ ltac:(lra) F F') as Mid.
  pose proof (Least _ _ _ Mid) as L. pose proof (Least _ _ _ F'). pose proof (Least' _ _ _ F).
  unfold soft_cost in *. rewrite cost_mixture, sum_mixture in L.
  apply cost_difference. apply Rle_antisym; [unfold cost at 1; lra|apply cost_nonneg].
Qed.

(** The program has a solution; all its solutions have the same w and the same total slack; and
    those b that belong to one form an interval. (The book asks for points of both labels; that is
    not needed.)
    - price : C is above 0.
    - labels : all labels are 1 or -1. *)
Theorem thm_soft_unique C (price : 0 < C) (labels : labelled n y) :
  let belongs b := exists w xi, soft_margin C w b xi in
  (exists w b xi, soft_margin C w b xi) /\
  (forall w b xi w' b' xi', soft_margin C w b xi -> soft_margin C w' b' xi' ->
     veq d w w' /\ sum n xi = sum n xi') /\
  (forall b b' c, belongs b -> belongs b' -> b <= c <= b' -> belongs c).
Proof.
  intros belongs.
  assert (Same : forall w b xi w' b' xi', soft_margin C w b xi -> soft_margin C w' b' xi' ->
    veq d w w' /\ sum n xi = sum n xi').
  { intros w b xi w' b' xi' S S'. pose proof (soft_same_normal C _ _ _ _ _ _ S S') as E.
    split; [exact E|].
    (* One total slack. *)
    destruct S as [F Least]. destruct S' as [F' Least'].
    specialize (Least _ _ _ F'). specialize (Least' _ _ _ F). unfold soft_cost in *.
    rewrite (cost_ext d w w' E) in *. apply Rmult_eq_reg_l with C; lra. }
  split; [|split; [exact Same|]].
  - (* there is a solution: the best multipliers make one *)
    destruct (soft_solutions_exist bias d n x y C price labels) as (w & b & xi & a & K).
    exists w, b, xi. now apply soft_conditions_sufficient with a.
  - (* An interval of b. *)
    intros b b' c (w & xi & S) (w' & xi' & S') Between.
    destruct (Req_dec b b') as [E|N]; [assert (c = b) by lra; subst c; now exists w, xi|].
    destruct (Same _ _ _ _ _ _ S S') as [E T].
    set (t := (c - b) / (b' - b)).
    assert (Ht : 0 <= t <= 1) by (split; [apply le_quotient|apply quotient_le]; lra).
    exists (mixture t w w'), (mixture t xi xi').
    replace c with ((1 - t) * b + t * b') by (unfold t; field; lra).
    split; [apply slack_feasible_mixture; [exact Ht|apply S|apply S']|].
    intros u e nu Fu. destruct S as [_ Least]. specialize (Least u e nu Fu).
    pose proof (cost_convex d t w w' Ht) as K. unfold soft_cost in *.
    rewrite sum_mixture, <- T. rewrite <- (cost_ext d w w' E) in K. nra.
Qed.

(** ** The dual *)

(** In a pair of solutions w = sum a_i y_i x_i, and each point is of one of three kinds: with
    a_i = 0 it needs no slack and has y f(x) at least 1; with 0 < a_i < C it needs none and has
    y f(x) = 1; with a_i = C its slack is 1 - y f(x), and y f(x) is at most 1. Both programs have
    solutions, and the same optimal value. (The book asks for points of both labels; that is not
    needed.)
    - price : C is above 0.
    - labels : all labels are 1 or -1. *)
Theorem thm_soft_dual C (price : 0 < C) (labels : labelled n y) :
  (exists w b xi, soft_margin C w b xi) /\ (exists a, soft_dual C a) /\
  (forall w b xi a, soft_margin C w b xi -> soft_dual C a ->
     soft_cost d n C w xi = worth d n x y a /\
     veq d w (normal_of n x y a) /\
     forall i, (i < n)%nat ->
       (a i = 0 -> xi i = 0 /\ 1 <= y i * decision d w b (x i)) /\
       (0 < a i < C -> xi i = 0 /\ y i * decision d w b (x i) = 1) /\
       (a i = C -> xi i = 1 - y i * decision d w b (x i) /\ y i * decision d w b (x i) <= 1)).
Proof.
  destruct (soft_solutions_exist bias d n x y C price labels) as (w0 & b0 & xi0 & a0 & K0).
  split; [exists w0, b0, xi0; now apply soft_conditions_sufficient with a0|].
  split; [exists a0; now apply soft_conditions_dual with w0 b0 xi0|].
  intros w b xi a S D.
  (* No gap. *)
  pose proof (soft_solutions_meet bias d n x y C w b xi a price labels S D) as K.
  pose proof (proj1 (soft_conditions_no_gap bias d n x y C w b xi a) K) as (_ & _ & _ & E).
  split; [exact E|].
  (* Kinds. *)
  destruct K as ((W & _) & [_ F] & A & Slack). split; [exact W|]. intros i Hi.
  destruct (Slack i Hi) as [S1 S2]. specialize (F i Hi). split; [|split].
  - intros Z. apply other_factor in S2; lra.
  - intros P. apply other_factor in S1; [|lra]. apply other_factor in S2; lra.
  - intros E'. apply other_factor in S1; lra.
Qed.

(** The conditions are necessary and sufficient: a triple is a soft margin if and only if some
    multipliers meet them with it.
    - price : C is above 0.
    - labels : all labels are 1 or -1. *)
Theorem thm_soft_dual_conditions C w b xi (price : 0 < C) (labels : labelled n y) :
  soft_margin C w b xi <-> exists a, soft_conditions bias d n x y C w b xi a.
Proof.
  split; [|intros (a & K); now apply soft_conditions_sufficient with a].
  intros S. destruct (soft_solutions_exist bias d n x y C price labels) as (w0 & b0 & xi0 & a & K).
  exists a. apply soft_solutions_meet; auto. now apply soft_conditions_dual with w0 b0 xi0.
Qed.

(** The program as a cost and 2 n functions that are to be at most 0, with multipliers a i for the
    n points and e i for their slacks. Without a bias, b is 0. *)
Definition triple_bias (P : (vec * R) * vec) : R := if bias then snd (fst P) else 0.
Definition slack_constraint (i : nat) (P : (vec * R) * vec) : R :=
  if (i <? n)%nat then 1 - snd P i - y i * decision d (fst (fst P)) (triple_bias P) (x i)
  else - snd P (i - n)%nat.
Definition both_multipliers (a e : nat -> R) : nat -> R :=
  fun i => if (i <? n)%nat then a i else e (i - n)%nat.

(** The dual value of: minimize p |w|^2 + q sum xi_i. *)
Definition scaled_value (p q : R) (a e : nat -> R) (v : R) : Prop :=
  dual_value ((vec * R) * vec) (n + n) 0
    (fun P => p * norm d (fst (fst P)) ^ 2 + q * sum n (snd P)) slack_constraint (fun _ _ => 0)
    (both_multipliers a e) (fun _ => 0) v.

Lemma slack_lagrangian q w b xi a e :
  let P := ((w, b), xi) in
  lagrangian ((vec * R) * vec) (n + n) 0
    (fun P => / 2 * norm d (fst (fst P)) ^ 2 + q * sum n (snd P)) slack_constraint (fun _ _ => 0)
    P (both_multipliers a e) (fun _ => 0)
  = worth d n x y a + cost d (vminus w (normal_of n x y a))
    - triple_bias P * sum n (fun i => a i * y i) + sum n (fun i => xi i * (q - a i - e i)).
Proof.
  intros P. unfold lagrangian. rewrite sum_app.
  rewrite (sum_ext n (fun i => both_multipliers a e i * slack_constraint i P)
    (fun i => a i - a i * (y i * decision d w (triple_bias P) (x i)) - xi i * a i)).
  2:{ intros i Hi. unfold both_multipliers, slack_constraint.
      rewrite (proj2 (Nat.ltb_lt i n) Hi). simpl. ring. }
  rewrite (sum_ext n (fun i => both_multipliers a e (n + i) * slack_constraint (n + i) P)
    (fun i => - (xi i * e i))).
  2:{ intros i _. unfold both_multipliers, slack_constraint.
      rewrite (proj2 (Nat.ltb_ge (n + i) n)) by lia. replace (n + i - n)%nat with i by lia.
      simpl. ring. }
  rewrite (sum_ext n (fun i => xi i * (q - a i - e i))
    (fun i => q * xi i - xi i * a i - xi i * e i)) by (intros; ring).
  rewrite !sum_minus, sum_opp, (sum_scale n q xi), weighed_decisions, worth_norm. unfold cost.
  rewrite norm_minus_sqr. simpl. lra.
Qed.

(** The dual function of the soft margin: where the multipliers of the points balance (with a
    bias) and a_i + e_i = C, it is sum a_i minus half of sum a_i a_j y_i y_j x_i . x_j; elsewhere
    it has no finite value. As e_i is not negative, a_i is at most C. *)
Theorem thm_soft_dual_function C a e :
  (balanced bias n y a /\ (forall i, (i < n)%nat -> a i + e i = C) ->
   scaled_value (/ 2) C a e (worth d n x y a)) /\
  (forall v, scaled_value (/ 2) C a e v ->
   balanced bias n y a /\ (forall i, (i < n)%nat -> a i + e i = C)).
Proof.
  assert (Own : cost d (vminus (normal_of n x y a) (normal_of n x y a)) = 0)
    by (apply cost_difference; intros j _; reflexivity).
  split.
  - intros [B E].
    assert (Z : forall xi, sum n (fun i => xi i * (C - a i - e i)) = 0).
    { intros xi. apply sum_all_zero. intros i Hi. rewrite <- (E i Hi). ring. }
    assert (Zb : forall P, triple_bias P * sum n (fun i => a i * y i) = 0).
    { intros P. unfold triple_bias. unfold balanced in B. destruct bias; [rewrite B|]; ring. }
    split.
    + intros r ([[w b] xi] & ->). rewrite slack_lagrangian, Z, Zb.
      pose proof (cost_nonneg d (vminus w (normal_of n x y a))). lra.
    + intros c H. apply H. exists ((normal_of n x y a, 0), fun _ => 0).
      rewrite slack_lagrangian, Z, Zb, Own. ring.
  - intros v [Low _].
    assert (L : forall b xi, v <= worth d n x y a
      - triple_bias ((normal_of n x y a, b), xi) * sum n (fun i => a i * y i)
      + sum n (fun i => xi i * (C - a i - e i))).
    { intros b xi. apply Low. exists ((normal_of n x y a, b), xi).
      rewrite slack_lagrangian, Own. ring. }
    split.
    + (* Least over w and b. *)
      unfold balanced. destruct bias eqn:Eb; [|exact I].
      apply (bounded_line v (worth d n x y a)). intros b. specialize (L b (fun _ => 0)).
      cbv beta in L.
      rewrite (sum_all_zero n (fun i => 0 * (C - a i - e i))) in L by (intros; ring).
      unfold triple_bias in L. rewrite Eb in L. simpl in L. lra.
    + (* Least over xi. *)
      intros k Hk. enough (- (C - a k - e k) = 0) by lra.
      apply (bounded_line v (worth d n x y a)). intros t.
      specialize (L 0 (fun i => if Nat.eq_dec i k then t else 0)). cbv beta in L.
      rewrite (sum_at n k t (fun i => C - a i - e i) Hk) in L.
      assert (Z : forall xi, triple_bias ((normal_of n x y a, 0), xi) = 0)
        by (intros; unfold triple_bias; destruct bias; reflexivity).
      rewrite Z in L. lra.
Qed.

(** ** Four scalings *)

(** The triple minimizes p |w|^2 + q sum xi_i. *)
Definition minimises (p q : R) (w : vec) (b : R) (xi : nat -> R) : Prop :=
  slack_feasible bias d n x y w b xi /\
  forall w' b' xi', slack_feasible bias d n x y w' b' xi' ->
    p * norm d w ^ 2 + q * sum n xi <= p * norm d w' ^ 2 + q * sum n xi'.

(** The conditions for it. *)
Definition scaled_conditions (p q : R) (w : vec) (b : R) (xi a : nat -> R) : Prop :=
  (veq d w (vscale (/ (2 * p)) (normal_of n x y a)) /\ balanced bias n y a) /\
  slack_feasible bias d n x y w b xi /\ between_0_and n q a /\
  (forall i, (i < n)%nat ->
     a i * (y i * decision d w b (x i) - 1 + xi i) = 0 /\ (q - a i) * xi i = 0).

(** Step A positive factor changes no minimizer. *)
Lemma scaled_solution k p q w b xi :
  0 < k -> minimises p q w b xi <-> minimises (k * p) (k * q) w b xi.
Proof.
  intros Hk. unfold minimises. split; intros [F Least]; (split; [exact F|]);
    intros w' b' xi' F'; specialize (Least w' b' xi' F').
  - apply (Rmult_le_compat_l k) in Least; lra.
  - apply Rmult_le_reg_l with k; lra.
Qed.

Lemma soft_margin_minimises C w b xi : soft_margin C w b xi <-> minimises (/ 2) C w b xi.
Proof. unfold Programs.soft_margin, minimises, soft_cost, cost. tauto. Qed.

(** The four scalings have the same solutions: this book's, that of BITS with C' = 2 C, that of
    Lecture 10 with lambda = 1 / (2 C), and that of the descent of BITS with lambda = 1 / (n C).
    - price : C is above 0.
    - some_point : there is at least one point. *)
Theorem thm_scalings C w b xi (price : 0 < C) (some_point : (0 < n)%nat) :
  (soft_margin C w b xi <-> minimises (/ 2) C w b xi) /\
  (soft_margin C w b xi <-> minimises 1 (2 * C) w b xi) /\
  (soft_margin C w b xi <-> minimises (/ (2 * C)) 1 w b xi) /\
  (soft_margin C w b xi <-> minimises (/ (INR n * C) / 2) (/ INR n) w b xi).
Proof.
  assert (Hn : 0 < INR n) by (now apply lt_0_INR).
  rewrite soft_margin_minimises. split; [tauto|]. split; [|split].
  (* The three factors. *)
  - rewrite (scaled_solution 2) by lra. now replace (2 * / 2) with 1 by field.
  - rewrite (scaled_solution (/ C)) by now apply Rinv_0_lt_compat.
    replace (/ C * / 2) with (/ (2 * C)) by (field; lra).
    now replace (/ C * C) with 1 by (field; lra).
  - rewrite (scaled_solution (/ (INR n * C))) by (apply Rinv_0_lt_compat; nra).
    replace (/ (INR n * C) * / 2) with (/ (INR n * C) / 2) by (field; lra).
    now replace (/ (INR n * C) * C) with (/ INR n) by (field; lra).
Qed.

(** Step Multipliers: with k a_i for a_i these are the conditions of k times the objective. *)
Lemma scaled_multipliers k C w b xi a :
  0 < k -> soft_conditions bias d n x y C w b xi a <->
           scaled_conditions (k * / 2) (k * C) w b xi (fun i => k * a i).
Proof.
  intros Hk.
  assert (W : veq d (vscale (/ (2 * (k * / 2))) (normal_of n x y (fun i => k * a i)))
                    (normal_of n x y a)).
  { intros j _. unfold vscale, normal_of, combination. rewrite <- sum_scale.
    apply sum_ext. intros. field. lra. }
  assert (B : balanced bias n y a <-> balanced bias n y (fun i => k * a i)).
  { unfold balanced. destruct bias; [|tauto].
    rewrite (sum_ext n (fun i => k * a i * y i) (fun i => k * (a i * y i))) by (intros; ring).
    rewrite sum_scale. split; intros E; [rewrite E; ring|]. apply other_factor in E; lra. }
  split; intros ((E & Bal) & F & A & S);
    (split; [split; [|now apply B]|split; [exact F|split]]).
  - intros j Hj. now rewrite (W j Hj), (E j Hj).
  - intros i Hi. specialize (A i Hi). split; [apply Rmult_le_pos|apply Rmult_le_compat_l]; lra.
  - intros i Hi. destruct (S i Hi) as [S1 S2]. split.
    + rewrite Rmult_assoc, S1. ring.
    + replace ((k * C - k * a i) * xi i) with (k * ((C - a i) * xi i)) by ring. rewrite S2. ring.
  - intros j Hj. now rewrite <- (W j Hj), (E j Hj).
  - intros i Hi. specialize (A i Hi). split; apply Rmult_le_reg_l with k; lra.
  - intros i Hi. destruct (S i Hi) as [S1 S2]. split.
    + rewrite Rmult_assoc in S1. apply other_factor in S1; lra.
    + replace ((k * C - k * a i) * xi i) with (k * ((C - a i) * xi i)) in S2 by ring.
      apply other_factor in S2; lra.
Qed.

(** The multipliers are multiplied by the factors 2, 1/C and 1/(n C): they are between 0 and 2 C,
    0 and 1, 0 and 1/n, and w is 1/2, 1/(2 lambda) = C and 1/lambda = n C times the sum they make.
    - price : C is above 0.
    - some_point : there is at least one point. *)
Theorem thm_scalings_multipliers C w b xi a (price : 0 < C) (some_point : (0 < n)%nat) :
  let conditions := soft_conditions bias d n x y C w b xi a in
  (conditions <-> scaled_conditions 1 (2 * C) w b xi (fun i => 2 * a i)) /\
  (conditions <-> scaled_conditions (/ (2 * C)) 1 w b xi (fun i => / C * a i)) /\
  (conditions <->
     scaled_conditions (/ (INR n * C) / 2) (/ INR n) w b xi (fun i => / (INR n * C) * a i)).
Proof.
  (* with the factors 2, 1/C and 1/(n C) *)
  intros conditions. unfold conditions. assert (Hn : 0 < INR n) by (now apply lt_0_INR).
  split; [|split].
  - rewrite (scaled_multipliers 2) by lra. now replace (2 * / 2) with 1 by field.
  - rewrite (scaled_multipliers (/ C)) by now apply Rinv_0_lt_compat.
    replace (/ C * / 2) with (/ (2 * C)) by (field; lra).
    now replace (/ C * C) with 1 by (field; lra).
  - rewrite (scaled_multipliers (/ (INR n * C))) by (apply Rinv_0_lt_compat; nra).
    replace (/ (INR n * C) * / 2) with (/ (INR n * C) / 2) by (field; lra).
    now replace (/ (INR n * C) * C) with (/ INR n) by (field; lra).
Qed.

(** With the factor k the cost and the dual value are multiplied by k, at multipliers that are
    multiplied by k: for k = 2, 1/C and 1/(n C) these are the last three of the four scalings.
    - factor : k is above 0. *)
Theorem thm_scalings_values k C (factor : 0 < k) :
  (forall w xi, k * / 2 * norm d w ^ 2 + k * C * sum n xi = k * soft_cost d n C w xi) /\
  (forall a e v, scaled_value (/ 2) C a e v <->
     scaled_value (k * / 2) (k * C) (fun i => k * a i) (fun i => k * e i) (k * v)).
Proof.
  (* the cost is multiplied by k *)
  split; [intros; unfold soft_cost, cost; ring|].
  (* Multipliers: the dual value at k times the multipliers is k times as large *)
  intros a e v. unfold scaled_value.
  rewrite (dual_value_scale _ _ _ _ _ _ k) by exact factor.
  replace (fun i => k * both_multipliers a e i)
    with (both_multipliers (fun i => k * a i) (fun i => k * e i)).
  2:{ apply functional_extensionality. intros i. unfold both_multipliers.
      now destruct (i <? n)%nat. }
  replace (fun P : vec * R * vec => k * (/ 2 * norm d (fst (fst P)) ^ 2 + C * sum n (snd P)))
    with (fun P : vec * R * vec => k * / 2 * norm d (fst (fst P)) ^ 2 + k * C * sum n (snd P)).
  2:{ apply functional_extensionality. intros P. ring. }
  rewrite Rmult_0_r. reflexivity.
Qed.
End Slack.

(** Through the origin there is exactly one soft margin.
    - price : C is above 0.
    - labels : all labels are 1 or -1. *)
Theorem thm_soft_unique_origin d n x y C (price : 0 < C) (labels : labelled n y) :
  exists w xi, soft_margin false d n x y C w 0 xi /\
    forall w' b' xi', soft_margin false d n x y C w' b' xi' ->
      veq d w' w /\ b' = 0 /\ forall i, (i < n)%nat -> xi' i = xi i.
Proof.
  destruct (soft_solutions_exist false d n x y C price labels) as (w & b & xi & a & K).
  apply soft_conditions_sufficient in K. pose proof K as [[Hb _] _]. cbn in Hb. subst b.
  exists w, xi. split; [exact K|]. intros w' b' xi' S'. pose proof S' as [[Hb' _] _]. cbn in Hb'.
  pose proof (soft_same_normal false d n x y C _ _ _ _ _ _ S' K) as E.
  split; [exact E|split; [exact Hb'|]]. subst b'. intros i Hi.
  (* Without a bias w determines the slacks. *)
  rewrite (soft_slack_is_hinge false d n x y C w' 0 xi' price S' i Hi).
  rewrite (soft_slack_is_hinge false d n x y C w 0 xi price K i Hi).
  unfold hinge_slack, decision. now rewrite (dot_ext d w' w (x i) (x i) E (fun j _ => eq_refl)).
Qed.

(** From C = max a_i on, where a solves the dual of the hard margin, the soft margin is the hard
    margin, without any slack.
    - price : C is above 0.
    - enough : both labels are there (through the origin: some point is).
    - labels : all labels are 1 or -1.
    - hard : w, b are the hard margin; so the points can be separated.
    - dual : a solves the dual of the hard margin.
    - dear : no multiplier is above C. *)
Theorem thm_price_of_slack_none bias d n x y C w b a (price : 0 < C)
    (enough : enough_labels bias n y) (labels : labelled n y)
    (hard : hard_margin bias d n x y w b) (dual : hard_dual bias d n x y a)
    (dear : forall i, (i < n)%nat -> a i <= C) :
  soft_margin bias d n x y C w b (fun _ => 0) /\
  forall w' b' xi', soft_margin bias d n x y C w' b' xi' ->
    veq d w' w /\ b' = b /\ forall i, (i < n)%nat -> xi' i = 0.
Proof.
  (* A price that no point pays. *)
  pose proof (hard_solutions_meet bias d n x y w b a enough labels hard dual) as K.
  pose proof (hard_is_soft d n x y bias C w b a dear K) as Soft.
  apply soft_conditions_sufficient in Soft. split; [exact Soft|]. intros w' b' xi' S'.
  (* Only the hard margin costs as little: the same w, then no slack, then the same b *)
  pose proof (soft_same_normal bias d n x y C _ _ _ _ _ _ S' Soft) as E.
  destruct (thm_soft_unique bias d n x y C price labels) as (_ & Same & _).
  destruct (Same _ _ _ _ _ _ S' Soft) as [_ T]. rewrite sum_zero in T.
  destruct S' as [[Hb' F'] _].
  assert (Z : forall i, (i < n)%nat -> xi' i = 0)
    by (apply sum_eq_zero; [intros i Hi; now apply F'|exact T]).
  split; [exact E|split; [|exact Z]].
  assert (Hard' : hard_margin bias d n x y w' b').
  { split; [split; [exact Hb'|]|].
    - intros i Hi. specialize (F' i Hi). rewrite (Z i Hi) in F'. lra.
    - intros u e Fu. rewrite (cost_ext d w' w E). now apply hard with e. }
  assert (Sep : can_be_separated bias d n x y).
  { apply thm_hard_margin_qp_feasible; [exact enough|]. exists w, b. apply hard. }
  destruct (thm_uniqueness bias d n x y enough labels Sep) as (u & e & _ & One & _).
  destruct (One _ _ Hard') as [_ E1]. destruct (One _ _ hard) as [_ E2]. lra.
Qed.

(** ** What is not unique *)

(** Numbers as points on a line. *)
Definition on_line (v : nat -> R) : nat -> vec := fun i _ => v i.

(** The book's four numbers: 0 and 1 with the label -1, 4 and 5 with the label 1. *)
Definition four (i : nat) : R := match i with O => 0 | 1%nat => 1 | 2%nat => 4 | _ => 5 end.
Definition four_labels (i : nat) : R := match i with O => -1 | 1%nat => -1 | _ => 1 end.

(** At the price 1/40 the biases that belong to a soft margin of the four numbers are those from -1
    to 0: b is not unique. *)
Theorem thm_soft_unique_not_b b :
  (exists w xi, soft_margin true 1 4 (on_line four) four_labels (1 / 40) w b xi) <-> -1 <= b <= 0.
Proof.
  assert (Lab : labelled 4 four_labels).
  { intros [|[|[|[|i]]]] Hi; [right|right|left|left|lia]; reflexivity. }
  (* every b from -1 to 0 will do, with w = 1/5 and all multipliers at the price *)
  assert (Good : forall c, -1 <= c <= 0 ->
    soft_conditions true 1 4 (on_line four) four_labels (1 / 40) (fun _ => 1 / 5) c
      (hinge_slack 1 (on_line four) four_labels (fun _ => 1 / 5) c) (fun _ => 1 / 40)).
  { intros c Hc. apply within_bounds_conditions; [exact Lab|exact I| | | |].
    - intros j _. unfold normal_of, combination, on_line. simpl. lra.
    - unfold balanced. simpl. lra.
    - intros i _. lra.
    - unfold within_bounds, bounds_below, bounds_above, dot, on_line.
      split; intros [|[|[|[|i]]]] Hi; simpl; intros [[Y L]|[Y L]]; lra || lia. }
  split.
  - (* and no other: these multipliers bound b from both sides *)
    intros (w & xi & S). pose proof (Good 0 ltac:(lra)) as K0.
    pose proof (soft_conditions_dual _ _ _ _ _ _ _ _ _ _ K0) as D.
    assert (C_positive : 0 < 1 / 40) by lra.
    pose proof (soft_solutions_meet _ _ _ _ _ _ _ _ _ _ C_positive Lab S D) as K.
    destruct (thm_bias_bounds _ _ _ _ _ _ _ _ _ Lab K) as [[Below Above] _].
    destruct K as ((W & _) & _). specialize (W O ltac:(lia)).
    unfold normal_of, combination, on_line in W. simpl in W.
    specialize (Below O ltac:(lia) (or_intror (conj eq_refl C_positive))).
    specialize (Above 3%nat ltac:(lia) (or_introl (conj eq_refl C_positive))).
    unfold dot, on_line in Below, Above. simpl in Below, Above. lra.
  - intros Hb. exists (fun _ => 1 / 5).
    exists (hinge_slack 1 (on_line four) four_labels (fun _ => 1 / 5) b).
    apply soft_conditions_sufficient with (fun _ => 1 / 40). now apply Good.
Qed.

(** Three points on a line: 1 and 1 with the label 1, and -1 with the label -1. *)
Definition three (i : nat) : R := match i with O => 1 | 1%nat => 1 | _ => -1 end.

(** At the price 1 the dual of the three points is solved by (1/2, 0, 1/2) and by (0, 1/2, 1/2):
    the multipliers are not unique. *)
Theorem thm_soft_unique_not_alpha :
  forall c, c = 0 \/ c = 1 / 2 ->
  soft_dual true 1 3 (on_line three) three 1
    (fun i => match i with O => c | 1%nat => 1 / 2 - c | _ => 1 / 2 end).
Proof.
  (* with both choices w = 1 and b = 0 meet the conditions *)
  intros c Hc. apply soft_conditions_dual with (fun _ => 1) 0
    (hinge_slack 1 (on_line three) three (fun _ => 1) 0).
  apply within_bounds_conditions.
  - intros i Hi. destruct i as [|[|[|i]]]; [left|left|right|lia]; reflexivity.
  - exact I.
  - intros j _. unfold normal_of, combination, on_line, three. simpl. lra.
  - unfold balanced, three. simpl. lra.
  - intros i _. destruct i as [|[|i]]; lra.
  - unfold within_bounds, dot, on_line.
    split; intros [|[|[|i]]] Hi _; simpl; lra || lia.
Qed.

(** What is unique of the multipliers is their sum.
    - price : C is above 0.
    - labels : all labels are 1 or -1.
    - dual : a solves the dual.
    - dual' : so does a'. *)
Theorem thm_soft_unique_sum bias d n x y C a a' (price : 0 < C) (labels : labelled n y)
    (dual : soft_dual bias d n x y C a) (dual' : soft_dual bias d n x y C a') :
  sum n a = sum n a'.
Proof.
  destruct (thm_soft_dual bias d n x y C price labels) as ((w & b & xi & S) & _ & Kinds).
  destruct (Kinds w b xi a S dual) as (E & W & _).
  destruct (Kinds w b xi a' S dual') as (E' & W' & _).
  rewrite worth_norm, <- (cost_ext d w _ W) in E. rewrite worth_norm, <- (cost_ext d w _ W') in E'.
  lra.
Qed.

(** ** The bias *)

(** With a soft margin each free support vector has b = y_i - w . x_i; and the biases that belong to a soft margin
    are exactly those within the bounds that the multipliers give.
    - price : C is above 0.
    - labels : all labels are 1 or -1.
    - solution : w, b and the slack solve the soft program.
    - dual : a solves the dual. *)
Theorem thm_bias_slack d n x y C w b xi a (price : 0 < C) (labels : labelled n y)
    (solution : soft_margin true d n x y C w b xi) (dual : soft_dual true d n x y C a) :
  (forall i, (i < n)%nat -> 0 < a i < C -> b = y i - dot d w (x i)) /\
  (forall b', (exists xi', soft_margin true d n x y C w b' xi') <-> within_bounds d n x y C w b' a).
Proof.
  pose proof (soft_solutions_meet _ _ _ _ _ _ _ _ _ _ price labels solution dual) as K. split.
  - (* A free support vector is on its edge. *)
    apply (thm_bias _ _ _ _ _ _ _ _ _ labels K).
  - intros b'. split.
    + intros [xi' S].
      (* Below C, a point is not inside the slab. Above 0, a point is not beyond its edge. *)
      apply (thm_bias_bounds _ _ _ _ _ _ _ _ _ labels
        (soft_solutions_meet _ _ _ _ _ _ _ _ _ _ price labels S dual)).
    + (* Each bias in the interval will do. *)
      intros B. eexists. apply (proj2 (thm_bias_bounds _ _ _ _ _ _ _ _ _ labels K) b' B).
Qed.

(** With points of both labels there is a lower and an upper bound; and a free support vector gives both, so that
    all b within the bounds are equal.
    - price : C is above 0.
    - labels : all labels are 1 or -1.
    - both : points of both labels are there.
    - dual : a solves the dual. *)
Theorem thm_bias_slack_ends d n x y C w a (price : 0 < C) (labels : labelled n y) (both : both_labels n y)
    (dual : soft_dual true d n x y C a) :
  (exists i, (i < n)%nat /\ bounds_below y C a i) /\ (exists i, (i < n)%nat /\ bounds_above y C a i) /\
  forall i, (i < n)%nat -> 0 < a i < C -> forall b, within_bounds d n x y C w b a -> b = y i - dot d w (x i).
Proof.
  destruct dual as (A & B & _). unfold balanced in B.
  assert (Side : forall s, s = 1 \/ s = -1 -> (exists k, (k < n)%nat /\ y k = s) ->
    exists i, (i < n)%nat /\ ((y i = s /\ a i < C) \/ (y i = - s /\ 0 < a i))).
  { (* Both sets have a member. *)
    intros s Hs (k & Hk & Yk).
    destruct (Classical_Prop.classic
      (exists i, (i < n)%nat /\ ((y i = s /\ a i < C) \/ (y i = - s /\ 0 < a i)))) as [E|N]; [exact E|exfalso].
    assert (Full : forall i, (i < n)%nat -> y i = s -> a i = C).
    { intros i Hi Y. destruct (A i Hi) as [A0 [L|E]]; [exfalso; apply N; exists i; auto|exact E]. }
    assert (Other : forall i, (i < n)%nat -> a i * y i = s * a i).
    { intros i Hi. destruct (Req_dec (y i) s) as [E|D]; [rewrite E; ring|].
      assert (Y : y i = - s) by (destruct (labels i Hi) as [Y|Y], Hs as [S|S]; rewrite Y, S in *; lra).
      destruct (A i Hi) as [[L|E] _]; [exfalso; apply N; exists i; auto|rewrite <- E; ring]. }
    rewrite (sum_ext n _ (fun i => s * a i)) in B by exact Other. rewrite sum_scale in B.
    assert (Pos : 0 < a k) by (rewrite (Full k Hk Yk); exact price).
    pose proof (sum_pos n a k (fun i Hi => proj1 (A i Hi)) Hk Pos). destruct Hs as [S|S]; rewrite S in B; lra. }
  destruct both as [Plus Minus].
  split; [|split].
  - apply (Side 1); auto.
  - destruct (Side (-1) (or_intror eq_refl) Minus) as (i & Hi & [K|[Y K]]);
      exists i; split; auto; [now right|left]. split; [rewrite Y; ring|exact K].
  - (* One free point is enough. *)
    intros i Hi [P L] b [Below Above].
    destruct (labels i Hi) as [Y|Y]; apply Rle_antisym.
    + apply (Above i Hi). left. auto.
    + apply (Below i Hi). left. auto.
    + apply (Above i Hi). right. auto.
    + apply (Below i Hi). right. auto.
Qed.
