(** * Programs: the hard and the soft margin, their multipliers, and the gap between them

    The common ground of the chapters on support vector machines. Hyperplanes with a bias and
    hyperplanes through the origin are treated at once: [bias] says which of the two are allowed.
    The key is an identity, [soft_gap]: what a hyperplane costs more than multipliers are worth is a
    sum of terms that are not negative, one for each condition of Karush, Kuhn and Tucker. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Convexity Separability.
Open Scope R_scope.

(** ** Infima and limits *)

Lemma infimum (E : R -> Prop) :
  (exists e, E e) -> (forall e, E e -> 0 <= e) ->
  exists v, (forall e, E e -> v <= e) /\ (forall eps, 0 < eps -> exists e, E e /\ e < v + eps).
Proof.
  intros (e0 & He0) Low.
  destruct (between (fun c => forall e, E e -> c <= e) E) as (v & Up & Down).
  - now exists 0.
  - now exists e0.
  - intros a e Ha He. now apply Ha.
  - exists v. split; [exact Down|]. intros eps Heps.
    destruct (Classical_Prop.classic (exists e, E e /\ e < v + eps)) as [X|N]; [exact X|exfalso].
    assert (v + eps <= v); [|lra]. apply Up. intros e He.
    destruct (Rlt_or_le e (v + eps)); [exfalso; apply N; now exists e|assumption].
Qed.

Lemma le_of_all_eps a b : (forall eps, 0 < eps -> a <= b + eps) -> a <= b.
Proof.
  intros H. destruct (Rle_or_lt a b) as [|L]; [assumption|]. specialize (H ((a - b) / 2)). lra.
Qed.

(** A half-space holds every vector that it comes close to. *)
Lemma half_space_closed d c z r :
  (forall eps, 0 < eps -> exists w, norm d (vminus w c) ^ 2 <= eps ^ 2 /\ r - eps <= dot d w z) ->
  r <= dot d c z.
Proof.
  intros H. apply le_of_all_eps. intros eps Heps. pose proof (norm_nonneg d z) as Hz.
  destruct (H (eps / (1 + norm d z))) as (w & Near & Far).
  { apply lt_quotient; lra. }
  assert (E : eps / (1 + norm d z) * norm d z = eps - eps / (1 + norm d z)) by (field; lra).
  set (e := eps / (1 + norm d z)) in *.
  assert (He : 0 <= e) by (apply le_quotient; lra).
  pose proof (cauchy_schwarz d (vminus w c) z) as C. rewrite dot_minus_l in C.
  apply le_of_squares in Near; [|exact He].
  assert (norm d (vminus w c) * norm d z <= e * norm d z) by now apply Rmult_le_compat_r. lra.
Qed.

Section Programs.
Variable bias : bool.                     (* may the hyperplanes have a bias? *)
Variables d n : nat.
Variable x : nat -> vec.
Variable y : nat -> R.

(** f(x_i), for the hyperplane of w and b. *)
Notation f w b i := (decision d w b (x i)).

(** Through the origin the only bias allowed is 0, and one label is enough. *)
Definition allowed (b : R) : Prop := if bias then True else b = 0.
Definition enough_labels : Prop := if bias then both_labels n y else (0 < n)%nat.

(** ** The programs *)

(** What a normal costs. *)
Definition cost (w : vec) : R := / 2 * norm d w ^ 2.

(** Every point is on its side of the slab, or on its edge. *)
Definition feasible (w : vec) (b : R) : Prop :=
  allowed b /\ forall i, (i < n)%nat -> 1 <= y i * f w b i.

(** The hard margin: the least cost of all that is feasible. *)
Definition hard_margin (w : vec) (b : R) : Prop :=
  feasible w b /\ forall w' b', feasible w' b' -> cost w <= cost w'.

(** With slack [xi i], which costs C a unit. *)
Definition slack_feasible (w : vec) (b : R) (xi : nat -> R) : Prop :=
  allowed b /\ forall i, (i < n)%nat -> 1 - xi i <= y i * f w b i /\ 0 <= xi i.

Definition soft_cost (C : R) (w : vec) (xi : nat -> R) : R := cost w + C * sum n xi.

(** The soft margin: the least cost of all that is feasible with slack. *)
Definition soft_margin (C : R) (w : vec) (b : R) (xi : nat -> R) : Prop :=
  slack_feasible w b xi /\
  forall w' b' xi', slack_feasible w' b' xi' -> soft_cost C w xi <= soft_cost C w' xi'.

(** ** The multipliers *)

Definition nonneg (a : nat -> R) : Prop := forall i, (i < n)%nat -> 0 <= a i.
Definition between_0_and (C : R) (a : nat -> R) : Prop := forall i, (i < n)%nat -> 0 <= a i <= C.

(** sum a_i y_i = 0, where there is a bias. *)
Definition balanced (a : nat -> R) : Prop :=
  if bias then sum n (fun i => a i * y i) = 0 else True.

(** sum a_i y_i x_i, the normal that the multipliers make. *)
Definition normal_of (a : nat -> R) : vec := combination n (fun i => a i * y i) x.

(** What multipliers are worth: the objective of the dual. *)
Definition worth (a : nat -> R) : R :=
  sum n a - / 2 * sum n (fun i => sum n (fun j => a i * a j * (y i * y j) * dot d (x i) (x j))).

Lemma worth_norm a : worth a = sum n a - cost (normal_of a).
Proof.
  unfold worth, cost. do 2 f_equal. rewrite norm_sqr. unfold normal_of at 1.
  rewrite dot_combination_l. apply sum_ext. intros i _. unfold normal_of.
  rewrite dot_combination_r, <- sum_scale. apply sum_ext. intros. ring.
Qed.

Lemma cost_nonneg w : 0 <= cost w.
Proof. unfold cost. pose proof (pow2_ge_0 (norm d w)). lra. Qed.

Lemma cost_ext v w : veq d v w -> cost v = cost w.
Proof. intros E. unfold cost. now rewrite (norm_ext d v w E). Qed.

Lemma allowed_zero : allowed 0.
Proof. unfold allowed. destruct bias; [exact I|reflexivity]. Qed.

Lemma allowed_scale c b : allowed b -> allowed (c * b).
Proof. unfold allowed. destruct bias; [auto|]. intros ->. ring. Qed.

Lemma allowed_mixture t b c : allowed b -> allowed c -> allowed ((1 - t) * b + t * c).
Proof. unfold allowed. destruct bias; [auto|]. intros -> ->. ring. Qed.

Lemma balanced_bias a b : balanced a -> allowed b -> b * sum n (fun i => a i * y i) = 0.
Proof. unfold balanced, allowed. destruct bias; [intros -> _|intros _ ->]; ring. Qed.

(** What the points say, weighed by the multipliers. *)
Lemma weighed_decisions a w b :
  sum n (fun i => a i * (y i * f w b i))
  = dot d w (normal_of a) + b * sum n (fun i => a i * y i).
Proof.
  unfold normal_of. rewrite dot_combination_r, <- sum_scale, <- sum_plus.
  apply sum_ext. intros. unfold decision. ring.
Qed.

(** ** The gap *)

(** What a hyperplane with slack costs more than balanced multipliers are worth. *)
Lemma soft_gap C w b xi a :
  allowed b -> balanced a ->
  soft_cost C w xi - worth a
  = cost (vminus w (normal_of a)) + sum n (fun i => a i * (y i * f w b i - 1 + xi i))
    + sum n (fun i => (C - a i) * xi i).
Proof.
  intros Hb Ha. pose proof (balanced_bias a b Ha Hb) as Zero.
  assert (E : sum n (fun i => a i * (y i * f w b i - 1 + xi i)) + sum n (fun i => (C - a i) * xi i)
              = sum n (fun i => a i * (y i * f w b i)) - sum n a + C * sum n xi).
  { rewrite <- sum_minus, <- sum_scale, <- !sum_plus. apply sum_ext. intros. ring. }
  rewrite Rplus_assoc, E, weighed_decisions, worth_norm. unfold soft_cost, cost.
  rewrite norm_minus_sqr. lra.
Qed.

Lemma soft_gap_terms C w b xi a :
  slack_feasible w b xi -> between_0_and C a -> balanced a ->
  let gap := soft_cost C w xi - worth a in
  cost (vminus w (normal_of a)) <= gap /\
  forall i, (i < n)%nat -> 0 <= a i * (y i * f w b i - 1 + xi i) <= gap /\
                           0 <= (C - a i) * xi i <= gap.
Proof.
  intros [Hb F] A B gap. unfold gap. rewrite (soft_gap C w b xi a Hb B).
  pose proof (cost_nonneg (vminus w (normal_of a))) as P.
  assert (N1 : forall i, (i < n)%nat -> 0 <= a i * (y i * f w b i - 1 + xi i)).
  { intros i Hi. specialize (F i Hi). specialize (A i Hi). apply Rmult_le_pos; lra. }
  assert (N2 : forall i, (i < n)%nat -> 0 <= (C - a i) * xi i).
  { intros i Hi. specialize (F i Hi). specialize (A i Hi). apply Rmult_le_pos; lra. }
  pose proof (sum_nonneg n _ N1). pose proof (sum_nonneg n _ N2).
  split; [lra|]. intros i Hi.
  pose proof (sum_term_le n _ i N1 Hi) as T1. pose proof (sum_term_le n _ i N2 Hi) as T2.
  specialize (N1 i Hi). specialize (N2 i Hi). cbv beta in *. lra.
Qed.

(** Weak duality of the soft margin. *)
Lemma soft_weak C w b xi a :
  slack_feasible w b xi -> between_0_and C a -> balanced a -> worth a <= soft_cost C w xi.
Proof.
  intros F A B. destruct (soft_gap_terms C w b xi a F A B) as [G _].
  pose proof (cost_nonneg (vminus w (normal_of a))). lra.
Qed.

(** The hard margin is the case without slack. *)
Lemma hard_gap w b a :
  allowed b -> balanced a ->
  cost w - worth a = cost (vminus w (normal_of a)) + sum n (fun i => a i * (y i * f w b i - 1)).
Proof.
  intros Hb Ha. pose proof (soft_gap 0 w b (fun _ => 0) a Hb Ha) as G. unfold soft_cost in G.
  rewrite (sum_all_zero n (fun i => (0 - a i) * 0)) in G by (intros; ring).
  rewrite (sum_ext n (fun i => a i * (y i * f w b i - 1 + 0)) (fun i => a i * (y i * f w b i - 1)))
    in G by (intros; ring). lra.
Qed.

Lemma hard_gap_terms w b a :
  feasible w b -> nonneg a -> balanced a ->
  let gap := cost w - worth a in
  cost (vminus w (normal_of a)) <= gap /\
  forall i, (i < n)%nat -> 0 <= a i * (y i * f w b i - 1) <= gap.
Proof.
  intros [Hb F] A B gap. unfold gap. rewrite (hard_gap w b a Hb B).
  pose proof (cost_nonneg (vminus w (normal_of a))) as P.
  assert (N : forall i, (i < n)%nat -> 0 <= a i * (y i * f w b i - 1)).
  { intros i Hi. specialize (F i Hi). specialize (A i Hi). apply Rmult_le_pos; lra. }
  pose proof (sum_nonneg n _ N). split; [lra|]. intros i Hi.
  pose proof (sum_term_le n _ i N Hi) as T. specialize (N i Hi). cbv beta in *. lra.
Qed.

(** Weak duality of the hard margin. *)
Lemma hard_weak w b a : feasible w b -> nonneg a -> balanced a -> worth a <= cost w.
Proof.
  intros F A B. destruct (hard_gap_terms w b a F A B) as [G _].
  pose proof (cost_nonneg (vminus w (normal_of a))). lra.
Qed.

(** ** The conditions of Karush, Kuhn and Tucker *)

(** Stationarity, primal feasibility, dual feasibility, complementary slackness. *)
Definition hard_conditions (w : vec) (b : R) (a : nat -> R) : Prop :=
  (veq d w (normal_of a) /\ balanced a) /\ feasible w b /\ nonneg a /\
  (forall i, (i < n)%nat -> a i * (y i * f w b i - 1) = 0).

Definition soft_conditions (C : R) (w : vec) (b : R) (xi a : nat -> R) : Prop :=
  (veq d w (normal_of a) /\ balanced a) /\ slack_feasible w b xi /\ between_0_and C a /\
  (forall i, (i < n)%nat -> a i * (y i * f w b i - 1 + xi i) = 0 /\ (C - a i) * xi i = 0).

Lemma cost_zero v : cost v <= 0 -> veq d v vzero.
Proof.
  intros H. apply norm_zero. unfold cost in H. pose proof (norm_nonneg d v).
  pose proof (pow2_ge_0 (norm d v)). assert (norm d v ^ 2 = 0) by lra. nra.
Qed.

Lemma cost_difference v w : veq d v w <-> cost (vminus v w) = 0.
Proof.
  split.
  - intros E. unfold cost. replace (norm d (vminus v w)) with 0; [ring|].
    symmetry. apply norm_unique; [lra|]. rewrite pow_ne_zero by lia.
    apply sum_all_zero. intros j Hj. unfold vminus. rewrite (E j Hj). ring.
  - intros Z j Hj. pose proof (cost_zero _ (Req_le _ _ Z) j Hj) as E. unfold vminus, vzero in E.
    lra.
Qed.

(** The conditions say that there is no gap. *)
Lemma soft_conditions_no_gap C w b xi a :
  soft_conditions C w b xi a <->
  slack_feasible w b xi /\ between_0_and C a /\ balanced a /\ soft_cost C w xi = worth a.
Proof.
  split.
  - intros ((W & B) & F & A & S). do 3 (split; [assumption|]).
    enough (soft_cost C w xi - worth a = 0) by lra.
    rewrite (soft_gap C w b xi a (proj1 F) B), (proj1 (cost_difference _ _) W).
    rewrite !sum_all_zero; [ring|intros; now apply S|intros; now apply S].
  - intros (F & A & B & E). destruct (soft_gap_terms C w b xi a F A B) as [G T].
    rewrite E, Rminus_diag_eq in * by reflexivity. split; [split; [|exact B]|].
    + apply cost_difference. pose proof (cost_nonneg (vminus w (normal_of a))). lra.
    + split; [exact F|split; [exact A|]]. intros i Hi. specialize (T i Hi). lra.
Qed.

Lemma hard_conditions_no_gap w b a :
  hard_conditions w b a <->
  feasible w b /\ nonneg a /\ balanced a /\ cost w = worth a.
Proof.
  split.
  - intros ((W & B) & F & A & S). do 3 (split; [assumption|]).
    enough (cost w - worth a = 0) by lra.
    rewrite (hard_gap w b a (proj1 F) B), (proj1 (cost_difference _ _) W).
    rewrite sum_all_zero; [ring|intros; now apply S].
  - intros (F & A & B & E). destruct (hard_gap_terms w b a F A B) as [G T].
    rewrite E, Rminus_diag_eq in * by reflexivity. split; [split; [|exact B]|].
    + apply cost_difference. pose proof (cost_nonneg (vminus w (normal_of a))). lra.
    + split; [exact F|split; [exact A|]]. intros i Hi. specialize (T i Hi). lra.
Qed.

(** So they are sufficient. *)
Lemma hard_conditions_sufficient w b a : hard_conditions w b a -> hard_margin w b.
Proof.
  intros K. apply hard_conditions_no_gap in K. destruct K as (F & A & B & E).
  split; [exact F|]. intros w' b' F'. rewrite E. now apply hard_weak with b'.
Qed.

Lemma soft_conditions_sufficient C w b xi a :
  soft_conditions C w b xi a -> soft_margin C w b xi.
Proof.
  intros K. apply soft_conditions_no_gap in K. destruct K as (F & A & B & E).
  split; [exact F|]. intros w' b' xi' F'. rewrite E. now apply soft_weak with b'.
Qed.

(** ** Multipliers that are worth what the best hyperplane costs *)

Definition pair_mix (t : R) (P Q : vec * R) : vec * R :=
  (mixture t (fst P) (fst Q), (1 - t) * snd P + t * snd Q).

Lemma decision_mixture t w w' b b' p :
  decision d (mixture t w w') ((1 - t) * b + t * b') p
  = (1 - t) * decision d w b p + t * decision d w' b' p.
Proof. unfold decision. rewrite dot_mixture_l. ring. Qed.

Lemma cost_mixture t w w' :
  cost (mixture t w w')
  = (1 - t) * cost w + t * cost w' - / 2 * (t * (1 - t)) * norm d (vminus w w') ^ 2.
Proof. unfold cost. rewrite norm_mixture. ring. Qed.

Lemma cost_convex t w w' :
  0 <= t <= 1 -> cost (mixture t w w') <= (1 - t) * cost w + t * cost w'.
Proof.
  intros Ht. rewrite cost_mixture. pose proof (pow2_ge_0 (norm d (vminus w w'))).
  assert (0 <= t * (1 - t)) by nra. nra.
Qed.

Lemma cost_vzero : cost vzero = 0.
Proof. unfold cost. rewrite norm_vzero. ring. Qed.

(** If the Lagrangian is bounded below in b, the multipliers are balanced. *)
Lemma bounded_line v u s : (forall b, v <= u - b * s) -> s = 0.
Proof.
  intros H. destruct (Req_dec s 0) as [|N]; [assumption|exfalso].
  specialize (H ((u - v + 1) / s)). replace ((u - v + 1) / s * s) with (u - v + 1) in H
    by (field; exact N). lra.
Qed.

Lemma hard_multipliers v :
  (exists w b, feasible w b) -> (forall w b, feasible w b -> v <= cost w) ->
  exists a, nonneg a /\ balanced a /\ v <= worth a.
Proof.
  intros (w0 & b0 & A0 & F0) Low.
  destruct (inequality_multipliers (vec * R) pair_mix n (fun P => allowed (snd P))
    (fun P => cost (fst P)) (fun i P => 1 - y i * f (fst P) (snd P) i) v) as (a & Ha & L).
  - intros P Q t _ HP HQ. now apply allowed_mixture.
  - intros P Q t Ht _ _. now apply cost_convex.
  - intros i _ P Q t _ _ _. cbn. rewrite decision_mixture. lra.
  - (* twice a feasible hyperplane leaves room *)
    exists (vscale 2 w0, 2 * b0). split; [now apply allowed_scale|]. intros i Hi.
    cbn. rewrite decision_scale. specialize (F0 i Hi). lra.
  - intros [w b] Hb H. apply (Low w b). split; [exact Hb|]. intros i Hi.
    specialize (H i Hi). cbn in H. lra.
  - assert (L' : forall w b, allowed b ->
      v <= cost w + sum n a - (dot d w (normal_of a) + b * sum n (fun i => a i * y i))).
    { intros w b Hb. specialize (L (w, b) Hb). cbn in L.
      rewrite (sum_ext n _ (fun i => a i - a i * (y i * f w b i))) in L by (intros; ring).
      rewrite sum_minus, weighed_decisions in L. lra. }
    assert (B : balanced a).
    { unfold balanced. destruct bias eqn:Eb; [|exact I]. apply (bounded_line v (sum n a)).
      intros b. assert (Hb : allowed b) by (unfold allowed; now rewrite Eb).
      specialize (L' vzero b Hb). rewrite cost_vzero, dot_zero_l in L'. lra. }
    exists a. split; [exact Ha|split; [exact B|]]. rewrite worth_norm.
    specialize (L' (normal_of a) 0 allowed_zero). rewrite <- norm_sqr in L'. unfold cost in *. lra.
Qed.

(** A best hyperplane and best multipliers of the hard margin, which meet. *)
Theorem hard_margin_pair :
  enough_labels -> labelled n y -> (exists w b, feasible w b) ->
  exists w b a, feasible w b /\ nonneg a /\ balanced a /\ cost w = worth a.
Proof.
  intros EL Lab (w0 & b0 & F0).
  destruct (infimum (fun e => exists w b, feasible w b /\ e = cost w)) as (v & Low & Close).
  { now exists (cost w0), w0, b0. }
  { intros e (w & b & _ & ->). apply cost_nonneg. }
  destruct (hard_multipliers v) as (a & A & B & V).
  { now exists w0, b0. }
  { intros w b F. apply Low. now exists w, b. }
  set (c := normal_of a).
  (* feasible hyperplanes come as close to c, and to the worth of a, as one likes *)
  assert (Near : forall eps, 0 < eps -> exists w b,
    feasible w b /\ norm d (vminus w c) ^ 2 <= eps ^ 2 /\ cost w - worth a <= eps).
  { intros eps Heps. destruct (Close (Rmin (eps ^ 2 / 2) eps)) as (e & (w & b & F & ->) & L).
    { apply Rmin_glb_lt; [|exact Heps]. pose proof (pow_lt eps 2 Heps). lra. }
    pose proof (Rmin_l (eps ^ 2 / 2) eps). pose proof (Rmin_r (eps ^ 2 / 2) eps).
    exists w, b. split; [exact F|]. destruct (hard_gap_terms w b a F A B) as [G _].
    fold c in G. unfold cost at 1 in G. split; lra. }
  assert (Bias : exists b, feasible c b).
  { unfold feasible, allowed. unfold enough_labels in EL. unfold feasible, allowed in Near.
    destruct bias.
    - destruct EL as [(i0 & Hi0 & Y0) (j0 & Hj0 & Y1)].
      destruct (between (fun r => exists i, (i < n)%nat /\ y i = 1 /\ r = 1 - dot d c (x i))
                        (fun r => exists j, (j < n)%nat /\ y j = -1 /\ r = -1 - dot d c (x j)))
        as (b & Above & Below).
      + now exists (1 - dot d c (x i0)), i0.
      + now exists (-1 - dot d c (x j0)), j0.
      + intros r s (i & Hi & Yi & ->) (j & Hj & Yj & ->).
        enough (2 <= dot d c (vminus (x i) (x j))) by (rewrite dot_minus_r in *; lra).
        apply half_space_closed. intros eps Heps.
        destruct (Near eps Heps) as (w & b & [_ F] & L & _).
        exists w. split; [exact L|]. pose proof (F i Hi) as Fi. pose proof (F j Hj) as Fj.
        rewrite Yi in Fi. rewrite Yj in Fj. unfold decision in Fi, Fj. rewrite dot_minus_r. lra.
      + exists b. split; [exact I|]. intros i Hi. unfold decision. destruct (Lab i Hi) as [Y|Y].
        * assert (1 - dot d c (x i) <= b) by (apply Above; now exists i). rewrite Y. lra.
        * assert (b <= -1 - dot d c (x i)) by (apply Below; now exists i). rewrite Y. lra.
    - exists 0. split; [reflexivity|]. intros i Hi.
      enough (1 <= dot d c (vscale (y i) (x i)))
        by (unfold decision; rewrite dot_scale_r in *; lra).
      apply half_space_closed. intros eps Heps.
      destruct (Near eps Heps) as (w & b & [Hb F] & L & _).
      exists w. split; [exact L|]. specialize (F i Hi). rewrite Hb in F. unfold decision in F.
      rewrite dot_scale_r. lra. }
  destruct Bias as [b F]. exists c, b, a. do 3 (split; [assumption|]).
  apply Rle_antisym; [|now apply hard_weak with b].
  rewrite worth_norm. fold c. enough (- sum n a <= dot d c (vscale (-1) c))
    by (rewrite dot_scale_r in *; unfold cost; rewrite norm_sqr; lra).
  apply half_space_closed. intros eps Heps. destruct (Near eps Heps) as (w & b' & F' & L & G).
  exists w. split; [exact L|]. rewrite (hard_gap w b' a (proj1 F') B) in G. fold c in G.
  rewrite (sum_ext n _ (fun i => a i * (y i * f w b' i) - a i)) in G by (intros; ring).
  rewrite sum_minus, weighed_decisions, (balanced_bias a b' B (proj1 F')) in G. fold c in G.
  pose proof (cost_nonneg (vminus w c)). rewrite dot_scale_r. lra.
Qed.

(** ** The same with slack *)

(** The least slack that a hyperplane needs. *)
Definition hinge_slack (w : vec) (b : R) : nat -> R := fun i => Rmax 0 (1 - y i * f w b i).

Lemma hinge_slack_feasible w b : allowed b -> slack_feasible w b (hinge_slack w b).
Proof.
  intros Hb. split; [exact Hb|]. intros i _. unfold hinge_slack.
  pose proof (Rmax_l 0 (1 - y i * f w b i)). pose proof (Rmax_r 0 (1 - y i * f w b i)). lra.
Qed.

Lemma hinge_slack_least w b xi i :
  slack_feasible w b xi -> (i < n)%nat -> hinge_slack w b i <= xi i.
Proof. intros [_ F] Hi. specialize (F i Hi). unfold hinge_slack. apply Rmax_lub; lra. Qed.

Definition triple_mix (t : R) (P Q : (vec * R) * vec) : (vec * R) * vec :=
  (pair_mix t (fst P) (fst Q), mixture t (snd P) (snd Q)).

(** One unit of slack at the point k alone. *)
Lemma sum_at k c g :
  (k < n)%nat -> sum n (fun i => (if Nat.eq_dec i k then c else 0) * g i) = c * g k.
Proof.
  intros Hk. rewrite (sum_single n k); [|exact Hk|].
  - destruct (Nat.eq_dec k k); [reflexivity|contradiction].
  - intros i _ N. destruct (Nat.eq_dec i k); [contradiction|ring].
Qed.

Lemma soft_multipliers C v :
  (forall w b xi, slack_feasible w b xi -> v <= soft_cost C w xi) ->
  exists a, between_0_and C a /\ balanced a /\ v <= worth a.
Proof.
  intros Low.
  destruct (inequality_multipliers ((vec * R) * vec) triple_mix n
    (fun P => allowed (snd (fst P)) /\ forall i, (i < n)%nat -> 0 <= snd P i)
    (fun P => soft_cost C (fst (fst P)) (snd P))
    (fun i P => 1 - snd P i - y i * f (fst (fst P)) (snd (fst P)) i) v) as (a & Ha & L).
  - intros P Q t Ht [AP HP] [AQ HQ]. split; [now apply allowed_mixture|]. intros i Hi.
    cbn. unfold mixture. specialize (HP i Hi). specialize (HQ i Hi).
    apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
  - intros P Q t Ht _ _. unfold soft_cost. cbn.
    pose proof (cost_convex t (fst (fst P)) (fst (fst Q)) Ht) as K.
    unfold mixture at 2. rewrite sum_plus, !sum_scale. lra.
  - intros i _ P Q t _ _ _. cbn. rewrite decision_mixture. unfold mixture. lra.
  - (* two units of slack leave room everywhere *)
    exists ((vzero, 0), fun _ => 2). cbn. split; [split; [apply allowed_zero|intros; lra]|].
    intros i _. unfold decision. rewrite dot_zero_l. lra.
  - intros [[w b] xi] [Hb Hx] H. apply (Low w b xi). split; [exact Hb|]. intros i Hi.
    specialize (H i Hi). specialize (Hx i Hi). cbn in *. lra.
  - assert (L' : forall w b xi, allowed b -> (forall i, (i < n)%nat -> 0 <= xi i) ->
      v <= cost w + C * sum n xi + sum n a - sum n (fun i => xi i * a i)
           - (dot d w (normal_of a) + b * sum n (fun i => a i * y i))).
    { intros w b xi Hb Hx. specialize (L ((w, b), xi) (conj Hb Hx)). cbn in L.
      rewrite (sum_ext n _ (fun i => a i - xi i * a i - a i * (y i * f w b i))) in L
        by (intros; ring).
      rewrite !sum_minus, weighed_decisions in L. unfold soft_cost in L. lra. }
    assert (None : forall b, allowed b -> v <= sum n a - b * sum n (fun i => a i * y i)).
    { intros b Hb. specialize (L' vzero b (fun _ => 0) Hb (fun i _ => Rle_refl 0)).
      rewrite cost_vzero, dot_zero_l, sum_zero in L'.
      rewrite (sum_all_zero n (fun i => 0 * a i)) in L' by (intros; ring). lra. }
    assert (B : balanced a).
    { unfold balanced. destruct bias eqn:Eb; [|exact I]. apply (bounded_line v (sum n a)).
      intros b. apply None. unfold allowed. now rewrite Eb. }
    exists a. split; [|split; [exact B|]].
    + (* slack at the point k alone, as much as one likes *)
      intros k Hk. split; [now apply Ha|]. destruct (Rle_or_lt (a k) C) as [|Lt]; [assumption|].
      exfalso. set (t := Rmax 0 ((sum n a - v + 1) / (a k - C))).
      pose proof (Rmax_l 0 ((sum n a - v + 1) / (a k - C))) as T0.
      pose proof (Rmax_r 0 ((sum n a - v + 1) / (a k - C))) as T1. fold t in T0, T1.
      assert (Hx : forall i, (i < n)%nat -> 0 <= (if Nat.eq_dec i k then t else 0))
        by (intros i _; destruct (Nat.eq_dec i k); lra).
      specialize (L' vzero 0 _ allowed_zero Hx). rewrite cost_vzero, dot_zero_l in L'.
      rewrite (sum_at k t a Hk) in L'.
      rewrite (sum_ext n _ (fun i => (if Nat.eq_dec i k then t else 0) * 1)) in L'
        by (intros; ring).
      rewrite (sum_at k t (fun _ => 1) Hk) in L'.
      apply (Rmult_le_compat_r (a k - C)) in T1; [|lra].
      replace ((sum n a - v + 1) / (a k - C) * (a k - C)) with (sum n a - v + 1) in T1
        by (field; lra). lra.
    + rewrite worth_norm.
      specialize (L' (normal_of a) 0 (fun _ => 0) allowed_zero (fun i _ => Rle_refl 0)).
      rewrite <- norm_sqr, sum_zero in L'.
      rewrite (sum_all_zero n (fun i => 0 * a i)) in L' by (intros; ring).
      unfold cost in *. lra.
Qed.

(** What the conditions say about b: points that it must not be below, and points that it must not
    be above. *)
Definition bounds_below (C : R) (a : nat -> R) (i : nat) : Prop :=
  (y i = 1 /\ a i < C) \/ (y i = -1 /\ 0 < a i).
Definition bounds_above (C : R) (a : nat -> R) (i : nat) : Prop :=
  (y i = 1 /\ 0 < a i) \/ (y i = -1 /\ a i < C).
Definition within_bounds (C : R) (w : vec) (b : R) (a : nat -> R) : Prop :=
  (forall i, (i < n)%nat -> bounds_below C a i -> y i - dot d w (x i) <= b) /\
  (forall i, (i < n)%nat -> bounds_above C a i -> b <= y i - dot d w (x i)).

(** Where b is within its bounds, all the conditions hold. *)
Lemma within_bounds_conditions C w b a :
  labelled n y -> allowed b -> veq d w (normal_of a) -> balanced a -> between_0_and C a ->
  within_bounds C w b a -> soft_conditions C w b (hinge_slack w b) a.
Proof.
  intros Lab Hb W B A [Below Above]. split; [now split|].
  split; [now apply hinge_slack_feasible|split; [exact A|]]. intros i Hi.
  specialize (A i Hi). specialize (Below i Hi). specialize (Above i Hi).
  unfold bounds_below, bounds_above in *.
  assert (Edge : a i < C -> 1 <= y i * f w b i).
  { intros L. unfold decision. destruct (Lab i Hi) as [Y|Y]; rewrite Y in *.
    - specialize (Below (or_introl (conj eq_refl L))). lra.
    - specialize (Above (or_intror (conj eq_refl L))). lra. }
  assert (Inside : 0 < a i -> y i * f w b i <= 1).
  { intros L. unfold decision. destruct (Lab i Hi) as [Y|Y]; rewrite Y in *.
    - specialize (Above (or_introl (conj eq_refl L))). lra.
    - specialize (Below (or_intror (conj eq_refl L))). lra. }
  unfold hinge_slack. split.
  - destruct (Rle_lt_or_eq_dec 0 (a i) (proj1 A)) as [P| <- ]; [|ring].
    specialize (Inside P). rewrite Rmax_right by lra. ring.
  - destruct (Rle_lt_or_eq_dec (a i) C (proj2 A)) as [P| -> ]; [|ring].
    specialize (Edge P). rewrite Rmax_left by lra. ring.
Qed.

(** A hyperplane that is nearly best is nearly within the bounds. *)
Lemma nearly_below C a i :
  (i < n)%nat -> between_0_and C a -> balanced a -> bounds_below C a i ->
  exists k, 0 < k /\ forall w b xi, slack_feasible w b xi ->
    y i - dot d w (x i) - b <= k * (soft_cost C w xi - worth a).
Proof.
  intros Hi A B [[Y L]|[Y L]].
  - exists (/ (C - a i)). split; [apply Rinv_0_lt_compat; lra|]. intros w b xi F.
    destruct (soft_gap_terms C w b xi a F A B) as [_ T]. specialize (T i Hi).
    destruct F as [_ F]. specialize (F i Hi). rewrite Y in *. unfold decision in F.
    apply Rle_trans with (xi i); [lra|]. rewrite Rmult_comm. apply le_quotient; lra.
  - exists (/ a i). split; [now apply Rinv_0_lt_compat|]. intros w b xi F.
    destruct (soft_gap_terms C w b xi a F A B) as [_ T]. specialize (T i Hi).
    destruct F as [_ F]. specialize (F i Hi). rewrite Y in *. unfold decision in *.
    rewrite Rmult_comm. apply le_quotient; [exact L|].
    assert (0 <= a i * xi i) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma nearly_above C a i :
  (i < n)%nat -> between_0_and C a -> balanced a -> bounds_above C a i ->
  exists k, 0 < k /\ forall w b xi, slack_feasible w b xi ->
    b - (y i - dot d w (x i)) <= k * (soft_cost C w xi - worth a).
Proof.
  intros Hi A B [[Y L]|[Y L]].
  - exists (/ a i). split; [now apply Rinv_0_lt_compat|]. intros w b xi F.
    destruct (soft_gap_terms C w b xi a F A B) as [_ T]. specialize (T i Hi).
    destruct F as [_ F]. specialize (F i Hi). rewrite Y in *. unfold decision in *.
    rewrite Rmult_comm. apply le_quotient; [exact L|].
    assert (0 <= a i * xi i) by (apply Rmult_le_pos; lra). lra.
  - exists (/ (C - a i)). split; [apply Rinv_0_lt_compat; lra|]. intros w b xi F.
    destruct (soft_gap_terms C w b xi a F A B) as [_ T]. specialize (T i Hi).
    destruct F as [_ F]. specialize (F i Hi). rewrite Y in *. unfold decision in F.
    apply Rle_trans with (xi i); [lra|]. rewrite Rmult_comm. apply le_quotient; lra.
Qed.

(** A best hyperplane with slack and best multipliers, which meet. *)
Theorem soft_margin_pair C :
  0 < C -> labelled n y ->
  exists w b xi a, slack_feasible w b xi /\ between_0_and C a /\ balanced a /\
                   soft_cost C w xi = worth a.
Proof.
  intros HC Lab.
  destruct (infimum (fun e => exists w b xi, slack_feasible w b xi /\ e = soft_cost C w xi))
    as (v & Low & Close).
  { exists (soft_cost C vzero (hinge_slack vzero 0)), vzero, 0, (hinge_slack vzero 0).
    split; [apply hinge_slack_feasible, allowed_zero|reflexivity]. }
  { intros e (w & b & xi & [_ F] & ->). unfold soft_cost. pose proof (cost_nonneg w).
    assert (0 <= sum n xi) by (apply sum_nonneg; intros i Hi; apply (F i Hi)). nra. }
  destruct (soft_multipliers C v) as (a & A & B & V).
  { intros w b xi F. apply Low. now exists w, b, xi. }
  set (c := normal_of a).
  (* triples come as close to c, and to the worth of a, as one likes *)
  assert (Near : forall k eps, 0 < k -> 0 < eps -> exists w b xi,
    slack_feasible w b xi /\ norm d (vminus w c) ^ 2 <= eps ^ 2 /\
    k * (soft_cost C w xi - worth a) <= eps).
  { intros k eps Hk Heps.
    destruct (Close (Rmin (eps ^ 2 / 2) (eps / k))) as (e & (w & b & xi & F & ->) & L).
    { apply Rmin_glb_lt; [pose proof (pow_lt eps 2 Heps); lra|]. apply lt_quotient; lra. }
    pose proof (Rmin_l (eps ^ 2 / 2) (eps / k)) as M1.
    pose proof (Rmin_r (eps ^ 2 / 2) (eps / k)) as M2.
    exists w, b, xi. split; [exact F|]. destruct (soft_gap_terms C w b xi a F A B) as [G _].
    fold c in G. unfold cost in G. split; [lra|].
    apply Rle_trans with (k * (eps / k)); [apply Rmult_le_compat_l; lra|].
    right. field. lra. }
  assert (Bias : exists b, allowed b /\ within_bounds C c b a).
  { set (m := if bias then 1 + sum n (fun i => Rabs (y i - dot d c (x i))) else 0).
    assert (M : bias = true -> forall i, (i < n)%nat -> - m <= y i - dot d c (x i) <= m).
    { intros Eb i Hi. unfold m. rewrite Eb.
      pose proof (sum_term_le n (fun i => Rabs (y i - dot d c (x i))) i
        (fun j _ => Rabs_pos _) Hi) as L. cbv beta in L. apply within_abs in L. lra. }
    assert (M0 : 0 <= m).
    { unfold m. destruct bias; [|lra]. assert (0 <= sum n (fun i => Rabs (y i - dot d c (x i))))
        by (apply sum_nonneg; intros; apply Rabs_pos). lra. }
    assert (Zero : bias = false -> forall b, allowed b -> b = 0)
      by (unfold allowed; intros -> b Hb; exact Hb).
    destruct (between
      (fun r => r = - m \/ exists i, (i < n)%nat /\ bounds_below C a i /\ r = y i - dot d c (x i))
      (fun r => r = m \/ exists j, (j < n)%nat /\ bounds_above C a j /\ r = y j - dot d c (x j)))
      as (b & Above & Below).
    - exists (- m). now left.
    - exists m. now left.
    - intros r s [->|(i & Hi & Bi & ->)] [->|(j & Hj & Bj & ->)].
      + lra.
      + destruct bias eqn:Eb; [now apply M|]. unfold m. rewrite Ropp_0.
        enough (- y j <= dot d c (vscale (-1) (x j))) by (rewrite dot_scale_r in *; lra).
        destruct (nearly_above C a j Hj A B Bj) as (k & Hk & U).
        apply half_space_closed. intros eps Heps.
        destruct (Near k eps Hk Heps) as (w & b & xi & F & L & G). exists w. split; [exact L|].
        specialize (U w b xi F). rewrite (Zero eq_refl b (proj1 F)) in U. rewrite dot_scale_r. lra.
      + destruct bias eqn:Eb; [now apply M|]. unfold m.
        enough (y i <= dot d c (x i)) by lra.
        destruct (nearly_below C a i Hi A B Bi) as (k & Hk & U).
        apply half_space_closed. intros eps Heps.
        destruct (Near k eps Hk Heps) as (w & b & xi & F & L & G). exists w. split; [exact L|].
        specialize (U w b xi F). rewrite (Zero eq_refl b (proj1 F)) in U. lra.
      + enough (y i - y j <= dot d c (vminus (x i) (x j))) by (rewrite dot_minus_r in *; lra).
        destruct (nearly_below C a i Hi A B Bi) as (k & Hk & U).
        destruct (nearly_above C a j Hj A B Bj) as (l & Hl & U').
        apply half_space_closed. intros eps Heps.
        destruct (Near (k + l) eps ltac:(lra) Heps) as (w & b & xi & F & L & G).
        exists w. split; [exact L|]. specialize (U w b xi F). specialize (U' w b xi F).
        rewrite dot_minus_r. lra.
    - exists b. split; [|split].
      + unfold allowed. destruct bias; [exact I|].
        assert (- m <= b) by (apply Above; now left). assert (b <= m) by (apply Below; now left).
        unfold m in *. lra.
      + intros i Hi Bi. apply Above. right. now exists i.
      + intros i Hi Bi. apply Below. right. now exists i. }
  destruct Bias as (b & Hb & Within).
  exists c, b, (hinge_slack c b), a. apply soft_conditions_no_gap.
  apply within_bounds_conditions; auto. intros j _. reflexivity.
Qed.

(** ** The duals *)

(** A solution of the dual: no other multipliers are worth more. *)
Definition hard_dual (a : nat -> R) : Prop :=
  nonneg a /\ balanced a /\ forall a', nonneg a' -> balanced a' -> worth a' <= worth a.

Definition soft_dual (C : R) (a : nat -> R) : Prop :=
  between_0_and C a /\ balanced a /\
  forall a', between_0_and C a' -> balanced a' -> worth a' <= worth a.

(** Multipliers that meet the conditions solve the dual. *)
Lemma hard_conditions_dual w b a : hard_conditions w b a -> hard_dual a.
Proof.
  intros K. apply hard_conditions_no_gap in K. destruct K as (F & A & B & E).
  split; [exact A|split; [exact B|]]. intros a' A' B'. rewrite <- E. now apply hard_weak with b.
Qed.

Lemma soft_conditions_dual C w b xi a : soft_conditions C w b xi a -> soft_dual C a.
Proof.
  intros K. apply soft_conditions_no_gap in K. destruct K as (F & A & B & E).
  split; [exact A|split; [exact B|]]. intros a' A' B'. rewrite <- E. now apply soft_weak with b.
Qed.

(** Any solution of the primal and any of the dual meet the conditions. *)
Lemma hard_solutions_meet w b a :
  enough_labels -> labelled n y -> hard_margin w b -> hard_dual a -> hard_conditions w b a.
Proof.
  intros EL Lab [F Least] (A & B & Most).
  destruct (hard_margin_pair EL Lab) as (w0 & b0 & a0 & F0 & A0 & B0 & E0).
  { now exists w, b. }
  apply hard_conditions_no_gap. do 3 (split; [assumption|]). apply Rle_antisym.
  - specialize (Least w0 b0 F0). specialize (Most a0 A0 B0). lra.
  - now apply hard_weak with b.
Qed.

Lemma soft_solutions_meet C w b xi a :
  0 < C -> labelled n y -> soft_margin C w b xi -> soft_dual C a -> soft_conditions C w b xi a.
Proof.
  intros HC Lab [F Least] (A & B & Most).
  destruct (soft_margin_pair C HC Lab) as (w0 & b0 & xi0 & a0 & F0 & A0 & B0 & E0).
  apply soft_conditions_no_gap. do 3 (split; [assumption|]). apply Rle_antisym.
  - specialize (Least w0 b0 xi0 F0). specialize (Most a0 A0 B0). lra.
  - now apply soft_weak with b.
Qed.

(** Each program that has a feasible point has a solution, and so has its dual. *)
Lemma hard_solutions_exist :
  enough_labels -> labelled n y -> (exists w b, feasible w b) ->
  exists w b a, hard_conditions w b a.
Proof.
  intros EL Lab Fe. destruct (hard_margin_pair EL Lab Fe) as (w & b & a & K).
  exists w, b, a. now apply hard_conditions_no_gap.
Qed.

Lemma soft_solutions_exist C :
  0 < C -> labelled n y -> exists w b xi a, soft_conditions C w b xi a.
Proof.
  intros HC Lab. destruct (soft_margin_pair C HC Lab) as (w & b & xi & a & K).
  exists w, b, xi, a. now apply soft_conditions_no_gap.
Qed.
End Programs.
