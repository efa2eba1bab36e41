(** * The maximum margin

    The chapter proves that the largest margin is a quadratic program, that a local minimum of a
    convex function is a global one, that there is a best hyperplane and only one, and that its
    margin is half the distance of the two hulls.

    As in [Programs], [bias] says whether hyperplanes may have a bias ([true]) or go through the
    origin ([false]); [enough_labels] asks for points of both labels in the first case, and for some
    point in the second. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Convexity Separability Programs.
Open Scope R_scope.

Section Plane.
Variable bias : bool.
Variables d n : nat.
Variable x : nat -> vec.
Variable y : nat -> R.

Notation f w b i := (decision d w b (x i)).
Notation feasible := (feasible bias d n x y).
Notation hard_margin := (hard_margin bias d n x y).
Notation allowed := (allowed bias).

(** Some hyperplane, of those that are allowed, separates the points. *)
Definition can_be_separated : Prop := exists w b, allowed b /\ separates d n x y w b.

(** r is the largest margin that a hyperplane has on the points. *)
Definition largest_margin (r : R) : Prop :=
  (exists w b, allowed b /\ is_margin d n x y w b r) /\
  (forall w b s, allowed b -> is_margin d n x y w b s -> s <= r).

(** The hyperplane has the largest margin. *)
Definition best_plane (w : vec) (b : R) : Prop :=
  allowed b /\ exists r, is_margin d n x y w b r /\ largest_margin r.

Lemma margin_unique w b r s : is_margin d n x y w b r -> is_margin d n x y w b s -> r = s.
Proof.
  intros (_ & Lr & i & Hi & Ei) (_ & Ls & j & Hj & Ej).
  specialize (Lr j Hj). specialize (Ls i Hi). lra.
Qed.

Lemma margin_scale c w b r :
  0 < c -> is_margin d n x y w b r -> is_margin d n x y (vscale c w) (c * b) r.
Proof.
  intros Hc (Hw & L & i & Hi & E).
  assert (Same : forall p s, point_margin d (vscale c w) (c * b) p s = point_margin d w b p s)
    by (intros; now apply thm_scaling).
  split; [|split].
  - rewrite norm_scale. apply Rmult_lt_0_compat; [apply Rabs_pos_lt; lra|exact Hw].
  - intros j Hj. rewrite Same. now apply L.
  - exists i. now rewrite Same.
Qed.

Lemma length_of_cost v w : cost d v <= cost d w <-> norm d v <= norm d w.
Proof.
  unfold cost. pose proof (norm_nonneg d v). pose proof (norm_nonneg d w). split; intros L.
  - apply le_of_squares; lra.
  - pose proof (squares_le _ _ H L). lra.
Qed.

(** ** The quadratic program *)

(** Step A feasible pair is a separating hyperplane. *)
Lemma feasible_separates w b :
  enough_labels bias n y -> feasible w b -> separates d n x y w b.
Proof.
  intros EL [Hb F]. split; [|intros i Hi; specialize (F i Hi); lra].
  destruct (norm_nonneg d w) as [P|Z]; [exact P|exfalso]. symmetry in Z. apply norm_zero in Z.
  assert (F' : forall i, (i < n)%nat -> 1 <= y i * b).
  { intros i Hi. specialize (F i Hi). unfold decision in F.
    rewrite (dot_ext d w vzero (x i) (x i) Z (fun j _ => eq_refl)), dot_zero_l in F. lra. }
  unfold enough_labels, Programs.allowed in *. destruct bias.
  - destruct EL as [(i & Hi & Yi) (j & Hj & Yj)].
    pose proof (F' i Hi) as Fi. pose proof (F' j Hj) as Fj. rewrite Yi in Fi. rewrite Yj in Fj. lra.
  - specialize (F' O EL). rewrite Hb in F'. lra.
Qed.

(** Step Its margin is at least 1 / |w|. *)
Lemma feasible_margin w b r : feasible w b -> is_margin d n x y w b r -> 1 / norm d w <= r.
Proof.
  intros [_ F] (Hw & _ & i & Hi & <-). specialize (F i Hi). unfold point_margin, Rdiv.
  apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|exact F].
Qed.

(** Step A separating hyperplane is feasible in canonical form, with margin 1 / |w|. *)
Lemma separates_canonical w b :
  (0 < n)%nat -> allowed b -> separates d n x y w b ->
  exists c, 0 < c /\ canonical d n x y (vscale c w) (c * b) /\ feasible (vscale c w) (c * b).
Proof.
  intros Hn Hb S. destruct (proj1 (def_canonical d n x y w b Hn) S) as (c & (C1 & C2 & C3) & _).
  exists c. split; [|split; [now split|split; [now apply allowed_scale|exact C2]]].
  destruct S as [_ S]. specialize (S O Hn). specialize (C2 O Hn). rewrite decision_scale in C2. nra.
Qed.

Lemma canonical_margin w b : canonical d n x y w b -> is_margin d n x y w b (1 / norm d w).
Proof.
  intros (Hw & C & i & Hi & E). split; [exact Hw|split].
  - intros j Hj. specialize (C j Hj). unfold point_margin, Rdiv.
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|exact C].
  - exists i. split; [exact Hi|]. unfold point_margin. now rewrite E.
Qed.

Lemma enough_points : enough_labels bias n y -> (0 < n)%nat.
Proof. unfold enough_labels. destruct bias; [intros [(i & Hi & _) _]; lia|auto]. Qed.

(** Some pair meets the constraints of the program if and only if a hyperplane separates the points.
    - enough : both labels are there (through the origin: some point is). *)
Theorem thm_hard_margin_qp_feasible (enough : enough_labels bias n y) :
  (exists w b, feasible w b) <-> can_be_separated.
Proof.
  split.
  - intros (w & b & F). exists w, b. split; [apply F|now apply feasible_separates].
  - (* a hyperplane that separates is feasible once it is in canonical form *)
    intros (w & b & Hb & S).
    destruct (separates_canonical w b (enough_points enough) Hb S) as (c & _ & _ & F).
    now exists (vscale c w), (c * b).
Qed.

(** No hyperplane has a larger margin than a solution. *)
Lemma solution_margin_bound w b w' b' r' :
  enough_labels bias n y -> hard_margin w b -> allowed b' -> is_margin d n x y w' b' r' ->
  r' <= 1 / norm d w.
Proof.
  intros EL [F Least] Hb' M'. pose proof (enough_points EL) as Hn.
  destruct (feasible_separates w b EL F) as [Hw _].
  assert (Pos : 0 < 1 / norm d w) by (apply lt_quotient; lra).
  destruct (Rle_or_lt r' 0) as [|P]; [lra|].
  destruct (def_margin d n x y w' b' Hn (proj1 M')) as (s & Ms & Sep).
  rewrite (margin_unique _ _ _ _ Ms M') in Sep. apply Sep in P.
  destruct (separates_canonical w' b' Hn Hb' P) as (c & Hc & Can & F').
  rewrite (margin_unique _ _ _ _ (margin_scale c w' b' r' Hc M') (canonical_margin _ _ Can)).
  assert (L : norm d w <= norm d (vscale c w')) by (apply length_of_cost, (Least _ _ F')).
  unfold Rdiv. apply Rmult_le_compat_l; [lra|]. now apply Rinv_le_contravar.
Qed.

(** A pair that solves the program is a hyperplane with the largest margin, in canonical form, and
    the largest margin is 1 / |w|.
    - enough : both labels are there (through the origin: some point is).
    - solution : the pair solves the program. *)
Theorem thm_hard_margin_qp w b (enough : enough_labels bias n y) (solution : hard_margin w b) :
  best_plane w b /\ canonical d n x y w b /\ largest_margin (1 / norm d w).
Proof.
  pose proof solution as [F Least]. pose proof (enough_points enough) as Hn.
  destruct (feasible_separates w b enough F) as [Hw _].
  destruct (def_margin d n x y w b Hn Hw) as (r & M & _).
  (* A solution has the largest margin. *)
  assert (E : r = 1 / norm d w).
  { apply Rle_antisym; [|now apply feasible_margin with b].
    apply (solution_margin_bound w b w b); auto. apply F. }
  subst r.
  assert (Largest : largest_margin (1 / norm d w)).
  { split; [exists w, b; split; [apply F|exact M]|].
    intros w' b' s Hb' M'. now apply (solution_margin_bound w b w' b'). }
  (* A solution is in canonical form. *)
  split; [split; [apply F|now exists (1 / norm d w)]|]. split; [|exact Largest].
  destruct M as (_ & _ & i & Hi & E). split; [exact Hw|split; [apply F|]].
  exists i. split; [exact Hi|]. unfold point_margin, Rdiv in E.
  apply Rmult_eq_reg_r in E; [exact E|]. apply Rinv_neq_0_compat. lra.
Qed.

(** A hyperplane with the largest margin, in canonical form, solves the program.
    - enough : both labels are there (through the origin: some point is).
    - best : the hyperplane has the largest margin.
    - in_canonical_form : all y f(x) are at least 1, and one of them is 1. *)
Theorem thm_hard_margin_qp_converse w b (enough : enough_labels bias n y)
    (best : best_plane w b) (in_canonical_form : canonical d n x y w b) :
  hard_margin w b.
Proof.
  (* A best hyperplane is a solution. *)
  destruct best as (Hb & r & M & _ & Largest).
  rewrite (margin_unique _ _ _ _ M (canonical_margin _ _ in_canonical_form)) in Largest.
  split; [split; [exact Hb|apply in_canonical_form]|]. intros w' b' F'. apply length_of_cost.
  pose proof (enough_points enough) as Hn. destruct (feasible_separates w' b' enough F') as [Hw' _].
  destruct (def_margin d n x y w' b' Hn Hw') as (s & M' & _).
  pose proof (feasible_margin w' b' s F' M') as L. pose proof (Largest w' b' s (proj1 F') M') as U.
  destruct in_canonical_form as [Hw _].
  assert (I : / norm d w' <= / norm d w) by lra.
  apply Rinv_le_contravar in I; [|now apply Rinv_0_lt_compat]. now rewrite !Rinv_inv in I.
Qed.
End Plane.

(** ** A local minimum is the global one *)

(** A convex function on a convex set that is nowhere smaller in a neighborhood of P is nowhere
    smaller at all.
    - convex_K : K holds, with any two of its points, what is between them.
    - convex_g : on K, g is nowhere above its chords.
    - P_in_K : P is a point of K.
    - radius : the neighborhood has a positive radius r.
    - local_minimum : P is the best of all points of K that are closer than r. *)
Theorem thm_local_global d (K : vec -> Prop) (g : vec -> R) (P : vec) (r : R)
    (convex_K : convex_set vec mixture K) (convex_g : convex_on vec mixture K g)
    (P_in_K : K P) (radius : 0 < r)
    (local_minimum : forall Q, K Q -> norm d (vminus Q P) < r -> g P <= g Q) :
  forall Q, K Q -> g P <= g Q.
Proof.
  intros Q HQ.
  (* Take a small step. *)
  pose proof (norm_nonneg d (vminus Q P)) as N. set (t := r / (1 + r + norm d (vminus Q P))).
  assert (Ht : 0 < t <= 1) by (split; [apply lt_quotient|apply quotient_le]; lra).
  assert (Near : norm d (vminus (mixture t P Q) P) < r).
  { rewrite (norm_ext d _ (vscale t (vminus Q P)))
      by (intros j _; unfold vminus, mixture, vscale; ring).
    rewrite norm_scale, Rabs_pos_eq by lra. unfold t. unfold Rdiv.
    apply Rmult_lt_reg_r with (1 + r + norm d (vminus Q P)); [lra|].
    replace (r * / (1 + r + norm d (vminus Q P)) * norm d (vminus Q P)
             * (1 + r + norm d (vminus Q P))) with (r * norm d (vminus Q P)) by (field; lra). nra. }
  (* Compare. *)
  assert (In : K (mixture t P Q)) by (apply convex_K; [lra|assumption|assumption]).
  pose proof (local_minimum _ In Near) as L1.
  pose proof (convex_g P Q t ltac:(lra) P_in_K HQ) as L2. nra.
Qed.

(** ** There is a best hyperplane, and only one *)
Section Unique.
Variable bias : bool.
Variables d n : nat.
Variable x : nat -> vec.
Variable y : nat -> R.

Notation f w b i := (decision d w b (x i)).
Notation feasible := (feasible bias d n x y).
Notation hard_margin := (hard_margin bias d n x y).

(** If some hyperplane separates the points, the program has a solution. (The proof is not that of
    the book, which takes a theorem of Weierstrass from calculus: the best multipliers make the
    normal, and hyperplanes come as close to it as one likes; see [hard_margin_pair].)
    - enough : both labels are there (through the origin: some point is).
    - labels : all labels are 1 or -1.
    - separable : some hyperplane separates the points. *)
Theorem thm_existence (enough : enough_labels bias n y) (labels : labelled n y)
    (separable : can_be_separated bias d n x y) :
  exists w b, hard_margin w b.
Proof.
  (* some pair is feasible *)
  apply thm_hard_margin_qp_feasible in separable; [|exact enough].
  (* the best multipliers make a pair that costs what they are worth *)
  destruct (hard_margin_pair bias d n x y enough labels separable) as (w & b & a & K).
  exists w, b. apply hard_conditions_sufficient with a. now apply hard_conditions_no_gap.
Qed.

(** Then there is a largest margin, and it is above 0.
    - enough : both labels are there (through the origin: some point is).
    - labels : all labels are 1 or -1.
    - separable : some hyperplane separates the points. *)
Theorem thm_existence_margin (enough : enough_labels bias n y) (labels : labelled n y)
    (separable : can_be_separated bias d n x y) :
  exists r, 0 < r /\ largest_margin bias d n x y r.
Proof.
  (* a solution has the largest margin, 1 / |w| *)
  destruct (thm_existence enough labels separable) as (w & b & S).
  destruct (thm_hard_margin_qp bias d n x y w b enough S) as (_ & [Hw _] & L).
  exists (1 / norm d w). split; [apply lt_quotient; lra|exact L].
Qed.

(** Step The midpoint: two solutions have the same normal. *)
Lemma same_normal w b w' b' : hard_margin w b -> hard_margin w' b' -> veq d w w'.
Proof.
  intros [[Hb F] Least] [[Hb' F'] Least'].
  assert (Mid : feasible (mixture (/ 2) w w') ((1 - / 2) * b + / 2 * b')).
  { split; [now apply allowed_mixture|]. intros i Hi. rewrite decision_mixture.
    specialize (F i Hi). specialize (F' i Hi). lra. }
  pose proof (Least _ _ Mid) as L. pose proof (Least _ _ (conj Hb' F')).
  pose proof (Least' _ _ (conj Hb F)). rewrite cost_mixture in L.
  apply cost_difference. apply Rle_antisym; [unfold cost at 1; lra|apply cost_nonneg].
Qed.

(** A point of label s is on the edge of the slab. *)
Definition touched (w : vec) (b s : R) : Prop :=
  exists i, (i < n)%nat /\ y i = s /\ y i * f w b i = 1.

(** Step Both labels are touched: otherwise the hyperplane could be shifted and w shortened. *)
Lemma solution_touches w b s :
  bias = true -> both_labels n y -> labelled n y -> s = 1 \/ s = -1 ->
  hard_margin w b -> touched w b s.
Proof.
  intros Bias BL Lab Hs [[Hb F] Least]. unfold touched.
  destruct (Classical_Prop.classic (exists i, (i < n)%nat /\ y i = s /\ y i * f w b i = 1))
    as [T|None]; [exact T|exfalso].
  assert (EL : enough_labels bias n y) by (unfold enough_labels; now rewrite Bias).
  destruct (feasible_separates bias d n x y w b EL (conj Hb F)) as [Hw _].
  set (room := fun i => if Req_EM_T (y i) s then y i * f w b i - 1 else 1).
  destruct (smallest n room (enough_points bias n y EL)) as (k & Hk & Small).
  set (delta := room k / 2).
  assert (Pos : 0 < delta).
  { unfold delta, room. destruct (Req_EM_T (y k) s) as [E|]; [|lra].
    pose proof (F k Hk). enough (y k * f w b k <> 1) by lra. intros E1. apply None. now exists k. }
  assert (F' : feasible (vscale (/ (1 + delta)) w) (/ (1 + delta) * (b - s * delta))).
  { split; [unfold allowed; now rewrite Bias|]. intros i Hi. rewrite decision_scale.
    replace (f w (b - s * delta) i) with (f w b i - s * delta) by (unfold decision; ring).
    replace (y i * (/ (1 + delta) * (f w b i - s * delta)))
      with ((y i * f w b i - y i * s * delta) / (1 + delta)) by (field; lra).
    apply le_quotient; [lra|]. specialize (F i Hi). specialize (Small i Hi).
    unfold room in Small at 2.
    destruct (Req_EM_T (y i) s) as [E|N].
    - assert (y i * s = 1) by (rewrite E; destruct Hs as [-> | ->]; ring).
      replace (y i * s * delta) with delta by (rewrite H; ring). unfold delta in *. lra.
    - assert (E : y i * s = -1).
      { destruct (Lab i Hi) as [Y|Y], Hs as [-> | ->]; rewrite Y in *; lra. }
      rewrite E. lra. }
  (* the new normal is shorter *)
  pose proof (proj1 (length_of_cost d _ _) (Least _ _ F')) as L. rewrite norm_scale in L.
  assert (0 < / (1 + delta) < 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
  rewrite Rabs_pos_eq in L by lra. nra.
Qed.

(** If some hyperplane separates the points, exactly one pair (w, b) solves the program. With a
    bias, of each label at least one point has y f(x) = 1.
    - enough : both labels are there (through the origin: some point is).
    - labels : all labels are 1 or -1.
    - separable : some hyperplane separates the points. *)
Theorem thm_uniqueness (enough : enough_labels bias n y) (labels : labelled n y)
    (separable : can_be_separated bias d n x y) :
  exists w b, hard_margin w b /\
    (forall w' b', hard_margin w' b' -> veq d w' w /\ b' = b) /\
    (bias = true -> touched w b 1 /\ touched w b (-1)).
Proof.
  destruct (thm_existence enough labels separable) as (w & b & S). exists w, b.
  split; [exact S|split].
  - intros w' b' S'. pose proof (same_normal w' b' w b S' S) as E. split; [exact E|].
    pose proof S as [[Hb F] _]. pose proof S' as [[Hb' F'] _].
    unfold enough_labels, allowed in *. destruct bias eqn:Eb; [|now rewrite Hb, Hb'].
    (* Hence b. *)
    assert (Same : forall i, dot d w' (x i) = dot d w (x i))
      by (intros i; now apply dot_ext).
    assert (T := solution_touches w b 1 Eb enough labels (or_introl eq_refl)).
    assert (T' := solution_touches w' b' 1 Eb enough labels (or_introl eq_refl)).
    destruct T as (i & Hi & Yi & Ti); [now rewrite Eb|].
    destruct T' as (j & Hj & Yj & Tj); [now rewrite Eb|].
    specialize (F j Hj). specialize (F' i Hi). rewrite Yi in *. rewrite Yj in *.
    unfold decision in *. rewrite Same in *. lra.
  - (* Both labels are touched *)
    intros Bias. unfold enough_labels in enough. rewrite Bias in enough.
    split; apply solution_touches; auto.
Qed.

(** One hyperplane has the largest margin: any two that have it are the same up to their scale.
    - enough : both labels are there (through the origin: some point is).
    - labels : all labels are 1 or -1.
    - separable : some hyperplane separates the points.
    - best : the hyperplane of w and b has the largest margin.
    - best' : so has the hyperplane of w' and b'. *)
Theorem thm_uniqueness_plane w b w' b' (enough : enough_labels bias n y) (labels : labelled n y)
    (separable : can_be_separated bias d n x y)
    (best : best_plane bias d n x y w b) (best' : best_plane bias d n x y w' b') :
  exists c, 0 < c /\ veq d w' (vscale c w) /\ b' = c * b.
Proof.
  (* a best hyperplane solves the program once it is in canonical form *)
  assert (Sol : forall v a, best_plane bias d n x y v a ->
    exists c, 0 < c /\ hard_margin (vscale c v) (c * a)).
  { intros v a B. destruct B as (Ha & r & M & Largest).
    pose proof (enough_points bias n y enough) as Hn.
    (* its margin is above 0, since some hyperplane separates the points *)
    destruct separable as (u & e & He & Su).
    destruct (def_margin d n x y u e Hn (proj1 Su)) as (s & Ms & Pos). apply Pos in Su.
    pose proof (proj2 Largest u e s He Ms) as L.
    destruct (def_margin d n x y v a Hn (proj1 M)) as (r' & M' & Pos').
    rewrite (margin_unique d n x y v a _ _ M' M) in Pos'.
    (* so it has a canonical form, which is again the best *)
    destruct (separates_canonical bias d n x y v a Hn Ha (proj1 Pos' ltac:(lra)))
      as (c & Hc & Can & F).
    exists c. split; [exact Hc|]. apply thm_hard_margin_qp_converse; [exact enough| |exact Can].
    split; [apply F|]. exists r. split; [now apply margin_scale|exact Largest]. }
  (* both canonical forms solve the program, which has one solution *)
  destruct (Sol w b best) as (c & Hc & S). destruct (Sol w' b' best') as (c' & Hc' & S').
  destruct (thm_uniqueness enough labels separable) as (u & e & _ & One & _).
  destruct (One _ _ S) as [Ew Eb]. destruct (One _ _ S') as [Ew' Eb'].
  (* the two differ by the quotient of their scales *)
  exists (c / c'). split; [apply lt_quotient; lra|]. split.
  - intros j Hj. specialize (Ew j Hj). specialize (Ew' j Hj). rewrite <- Ew in Ew'.
    unfold vscale in *. apply (Rmult_eq_reg_l c'); [|lra]. rewrite Ew'. field. lra.
  - rewrite <- Eb in Eb'. apply (Rmult_eq_reg_l c'); [|lra]. rewrite Eb'. field. lra.
Qed.
End Unique.

(** ** The shortest way between the hulls *)
Section Hulls.
Variables d n : nat.
Variable x : nat -> vec.
Variable y : nat -> R.

Notation f w b p := (decision d w b p).

(** p is a mixture of the points of label s. *)
Definition in_hull (s : R) (p : vec) : Prop :=
  exists mu, weights n mu /\ (forall i, (i < n)%nat -> y i <> s -> mu i = 0) /\
             veq d p (combination n mu x).

(** p and q are points of the two hulls that are as close to each other as possible. *)
Definition nearest (p q : vec) : Prop :=
  in_hull 1 p /\ in_hull (-1) q /\
  forall p' q', in_hull 1 p' -> in_hull (-1) q' ->
    norm d (vminus p q) <= norm d (vminus p' q').

(** The hulls have no point in common. *)
Definition hulls_apart : Prop := ~ exists p, in_hull 1 p /\ in_hull (-1) p.

(** What holds of the points of a label holds of their mixtures. *)
Lemma hull_beyond s p w b r :
  in_hull s p -> (forall i, (i < n)%nat -> y i = s -> r <= s * f w b (x i)) -> r <= s * f w b p.
Proof.
  intros (mu & [M S] & Z & E) H.
  replace (s * f w b p) with (sum n (fun i => mu i * (s * f w b (x i)))).
  - rewrite <- (Rmult_1_r r), <- S, <- sum_scale. apply sum_le. intros i Hi.
    specialize (M i Hi). destruct (Req_EM_T (y i) s) as [Y|N].
    + specialize (H i Hi Y). nra.
    + rewrite (Z i Hi N). lra.
  - unfold decision. rewrite (dot_ext d w w p _ (fun j _ => eq_refl) E), dot_combination_r.
    rewrite (sum_ext n _ (fun i => s * (mu i * dot d w (x i)) + s * b * mu i)) by (intros; ring).
    rewrite sum_plus, !sum_scale, S. ring.
Qed.

Lemma point_in_hull i s : (i < n)%nat -> y i = s -> in_hull s (x i).
Proof.
  intros Hi Y. exists (fun j => if Nat.eq_dec j i then 1 else 0). split; [split|split].
  - intros j _. destruct (Nat.eq_dec j i); lra.
  - rewrite (sum_ext n _ (fun j => (if Nat.eq_dec j i then 1 else 0) * 1)) by (intros; ring).
    rewrite (sum_at n i 1 (fun _ => 1) Hi). ring.
  - intros j _ N. destruct (Nat.eq_dec j i) as [->|]; [contradiction|reflexivity].
  - intros k _. unfold combination. rewrite (sum_at n i 1 (fun j => x j k) Hi). ring.
Qed.

Lemma hull_convex s : convex_set vec mixture (in_hull s).
Proof.
  intros p q t Ht (mu & [M S] & Z & E) (nu & [N T] & Y & D).
  exists (mixture t mu nu). unfold mixture. split; [split|split].
  - intros i Hi. specialize (M i Hi). specialize (N i Hi).
    apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
  - rewrite sum_plus, !sum_scale, S, T. ring.
  - intros i Hi L. rewrite (Z i Hi L), (Y i Hi L). ring.
  - intros j Hj. rewrite (E j Hj), (D j Hj). unfold combination.
    rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros. ring.
Qed.

(** No hyperplane has a margin above half the distance of two points of the hulls.
    - margin : r is the margin of the hyperplane.
    - p_in_hull : p is a point of the hull of label 1.
    - q_in_hull : q is a point of the hull of label -1. *)
Theorem thm_hulls_bound w b r p q (margin : is_margin d n x y w b r)
    (p_in_hull : in_hull 1 p) (q_in_hull : in_hull (-1) q) :
  r <= / 2 * norm d (vminus p q).
Proof.
  (* An upper bound. *)
  destruct margin as (Hw & Least & _).
  assert (L : forall i, (i < n)%nat -> r * norm d w <= y i * f w b (x i)).
  { intros i Hi. specialize (Least i Hi). unfold point_margin in Least.
    apply (Rmult_le_compat_r (norm d w)) in Least; [|lra].
    replace (y i * f w b (x i) / norm d w * norm d w) with (y i * f w b (x i)) in Least
      by (field; lra). exact Least. }
  assert (P : r * norm d w <= 1 * f w b p).
  { apply hull_beyond; [assumption|]. intros i Hi Y. rewrite <- Y. now apply L. }
  assert (Q : r * norm d w <= -1 * f w b q).
  { apply hull_beyond; [assumption|]. intros i Hi Y. rewrite <- Y. now apply L. }
  pose proof (cauchy_schwarz d w (vminus p q)) as C. rewrite dot_minus_r in C.
  unfold decision in P, Q. apply Rmult_le_reg_r with (norm d w); lra.
Qed.

(** A vector that a step in a direction cannot shorten does not point against it. *)
Lemma no_shorter_step v u :
  (forall t, 0 <= t <= 1 -> norm d v ^ 2 <= norm d (vplus v (vscale t u)) ^ 2) -> 0 <= dot d v u.
Proof.
  intros H. destruct (Rle_or_lt 0 (dot d v u)) as [|N]; [assumption|exfalso].
  pose proof (pow2_ge_0 (norm d u)) as U. set (t := - dot d v u / (norm d u ^ 2 - dot d v u)).
  assert (Ht : 0 < t <= 1) by (split; [apply lt_quotient|apply quotient_le]; lra).
  specialize (H t ltac:(lra)). rewrite norm_plus_sqr, dot_scale_r, norm_scale in H.
  rewrite Rabs_pos_eq, Rpow_mult_distr in H by lra.
  assert (E : t * norm d u ^ 2 = - dot d v u + t * dot d v u) by (unfold t; field; lra).
  assert (P : t * (2 * dot d v u + t * norm d u ^ 2) < 0) by (rewrite E; nra). nra.
Qed.

(** A hyperplane separates the points if and only if the hulls have no point in common.
    - labels : all labels are 1 or -1.
    - both : points of both labels are there. *)
Theorem thm_hulls_apart (labels : labelled n y) (both : both_labels n y) :
  separable d n x y <-> hulls_apart.
Proof.
  split.
  - (* a common point would leave a margin of at most 0 *)
    intros (w & b & S) (p & P & Q). destruct both as [(i0 & Hi0 & _) _].
    destruct (def_margin d n x y w b ltac:(lia) (proj1 S)) as (r & M & Pos).
    pose proof (thm_hulls_bound w b r p p M P Q) as B. apply Pos in S.
    replace (norm d (vminus p p)) with 0 in B; [lra|]. symmetry. apply norm_unique; [lra|].
    rewrite pow_ne_zero by lia. apply sum_all_zero. intros. unfold vminus. ring.
  - (* hulls without a common point: Gordan's theorem gives a hyperplane, or weights that
       make a common point *)
    intros Apart. destruct (Nat.eq_dec d 0) as [D|D].
    + exfalso. apply Apart. destruct both as [(i & Hi & Yi) (j & Hj & Yj)]. exists (x i).
      split; [now apply point_in_hull|]. destruct (point_in_hull j (-1) Hj Yj) as (mu & M & Z & _).
      exists mu. split; [exact M|split; [exact Z|]]. intros k Hk. lia.
    + destruct both as [(i0 & Hi0 & _) _].
      destruct (thm_gordan_lifted d n x y ltac:(lia) ltac:(lia) labels) as [[S|W] _]; [exact S|].
      exfalso. apply Apart. destruct W as (a & [A S] & Z & B).
      (* the weights of either label, doubled, make the same point *)
      exists (combination n (fun i => a i * (1 + y i)) x). split.
      * exists (fun i => a i * (1 + y i)). split; [split|split].
        -- intros i Hi. specialize (A i Hi). destruct (labels i Hi) as [-> | ->]; lra.
        -- rewrite (sum_ext n _ (fun i => a i + a i * y i)), sum_plus by (intros; ring). lra.
        -- intros i Hi N. destruct (labels i Hi) as [E|E]; [contradiction|]. rewrite E. ring.
        -- intros j _. reflexivity.
      * exists (fun i => a i * (1 - y i)). split; [split|split].
        -- intros i Hi. specialize (A i Hi). destruct (labels i Hi) as [-> | ->]; lra.
        -- rewrite (sum_ext n _ (fun i => a i - a i * y i)), sum_minus by (intros; ring). lra.
        -- intros i Hi N. destruct (labels i Hi) as [E|E]; [rewrite E; ring|contradiction].
        -- intros j Hj. specialize (Z j Hj). unfold combination, signed, vscale, vzero in *.
           rewrite (sum_ext n (fun i => a i * (1 + y i) * x i j)
             (fun i => a i * (1 - y i) * x i j + 2 * (a i * (y i * x i j)))) by (intros; ring).
           rewrite sum_plus, sum_scale, Z. ring.
Qed.

(** Let p and q be points of the two hulls that are as close to each other as possible. The
    hyperplane that bisects the segment between them at a right angle, with w = 2 (p - q) / |p -
    q|^2, has the largest margin, which is |p - q| / 2; it is in canonical form and solves the
    program.
    - labels : all labels are 1 or -1.
    - both : points of both labels are there.
    - apart : the hulls have no point in common.
    - closest : p and q are points of the hulls, and as close to each other as possible. *)
Theorem thm_hulls p q (labels : labelled n y) (both : both_labels n y) (apart : hulls_apart)
    (closest : nearest p q) :
  let w := vscale (2 / norm d (vminus p q) ^ 2) (vminus p q) in
  let b := - / 2 * dot d w (vplus p q) in
  hard_margin true d n x y w b /\ canonical d n x y w b /\
  largest_margin true d n x y (/ 2 * norm d (vminus p q)) /\
  norm d w = 2 / norm d (vminus p q).
Proof.
  intros w b. destruct closest as (P & Q & Near). set (v := vminus p q) in *.
  assert (Hv : 0 < norm d v).
  { destruct (norm_nonneg d v) as [|Z]; [assumption|exfalso]. symmetry in Z. apply norm_zero in Z.
    apply apart. exists p. split; [exact P|]. destruct Q as (mu & M & O & E). exists mu.
    split; [exact M|split; [exact O|]]. intros j Hj. rewrite <- (E j Hj). specialize (Z j Hj).
    unfold v, vminus, vzero in Z. lra. }
  (* The hull of label +1 lies beyond p. *)
  assert (Beyond_p : forall p', in_hull 1 p' -> 0 <= dot d v (vminus p' p)).
  { intros p' P'. apply no_shorter_step. intros t Ht.
    assert (L : norm d v <= norm d (vminus (mixture t p p') q))
      by (apply Near; [now apply hull_convex|assumption]).
    apply squares_le in L; [|lra].
    rewrite (norm_ext d (vplus v (vscale t (vminus p' p))) (vminus (mixture t p p') q))
      by (intros j _; unfold v, vplus, vscale, vminus, mixture; ring). exact L. }
  (* The hull of label -1 lies beyond q. *)
  assert (Beyond_q : forall q', in_hull (-1) q' -> 0 <= dot d v (vminus q q')).
  { intros q' Q'. apply no_shorter_step. intros t Ht.
    assert (L : norm d v <= norm d (vminus p (mixture t q q')))
      by (apply Near; [assumption|now apply hull_convex]).
    apply squares_le in L; [|lra].
    rewrite (norm_ext d (vplus v (vscale t (vminus q q'))) (vminus p (mixture t q q')))
      by (intros j _; unfold v, vplus, vscale, vminus, mixture; ring). exact L. }
  (* The hyperplane. *)
  assert (Sq : 0 < norm d v ^ 2) by now apply pow_lt.
  assert (Ew : forall z, dot d w z = 2 / norm d v ^ 2 * dot d v z)
    by (intros; unfold w; now rewrite dot_scale_l).
  assert (Two : 2 / norm d v ^ 2 * (dot d v p - dot d v q) = 2)
    by (rewrite <- dot_minus_r; fold v; rewrite <- norm_sqr; field; lra).
  assert (Pos : 0 < 2 / norm d v ^ 2) by (apply lt_quotient; lra).
  assert (F : feasible true d n x y w b).
  { split; [exact I|]. intros i Hi. unfold decision, b. rewrite dot_plus_r, !Ew.
    destruct (labels i Hi) as [Y|Y]; rewrite Y.
    - pose proof (Beyond_p _ (point_in_hull i 1 Hi Y)) as B. rewrite dot_minus_r in B. nra.
    - pose proof (Beyond_q _ (point_in_hull i (-1) Hi Y)) as B. rewrite dot_minus_r in B. nra. }
  (* Canonical form. *)
  assert (Nw : norm d w = 2 / norm d v).
  { unfold w. rewrite norm_scale, Rabs_pos_eq by lra. field. lra. }
  assert (S : hard_margin true d n x y w b).
  { split; [exact F|]. intros w' b' F'. apply length_of_cost. rewrite Nw.
    destruct (feasible_separates true d n x y w' b' both F') as [Hw' _].
    destruct both as [(i0 & Hi0 & _) _].
    destruct (def_margin d n x y w' b' ltac:(lia) Hw') as (r & M & _).
    pose proof (feasible_margin true d n x y w' b' r F' M) as L.
    pose proof (thm_hulls_bound w' b' r p q M P Q) as U. fold v in U.
    apply quotient_le; [exact Hv|]. apply (Rmult_le_compat_r (norm d w')) in L; [|lra].
    replace (1 / norm d w' * norm d w') with 1 in L by (field; lra). nra. }
  destruct (thm_hard_margin_qp true d n x y w b both S) as (_ & Can & Largest).
  repeat (split; [assumption|]). split; [|exact Nw].
  replace (/ 2 * norm d v) with (1 / norm d w); [exact Largest|]. rewrite Nw. field. lra.
Qed.

(** If the hulls have no point in common, they have points that are as close as possible.
    - labels : all labels are 1 or -1.
    - both : points of both labels are there.
    - apart : the hulls have no point in common. *)
Theorem thm_hulls_nearest (labels : labelled n y) (both : both_labels n y) (apart : hulls_apart) :
  exists p q, nearest p q.
Proof.
  (* Nearest points exist: the multipliers of the best hyperplane are their weights. *)
  pose proof (proj2 (thm_hulls_apart labels both) apart) as (w0 & b0 & S0).
  assert (Fe : exists w b, feasible true d n x y w b).
  { apply thm_hard_margin_qp_feasible; [exact both|]. now exists w0, b0. }
  destruct (hard_margin_pair true d n x y both labels Fe) as (w & b & a & F & A & B & E).
  destruct (proj2 (hard_conditions_no_gap true d n x y w b a)) as ((W & _) & _);
    [now repeat split; try apply F|].
  destruct (feasible_separates true d n x y w b both F) as [Hw _]. cbn in B.
  (* all the multipliers together are |w|^2 *)
  assert (Total : sum n a = norm d w ^ 2).
  { rewrite worth_norm in E. rewrite <- (cost_ext d w _ W) in E. unfold cost in E. lra. }
  assert (Sq : 0 < norm d w ^ 2) by now apply pow_lt. set (c := / norm d w ^ 2).
  assert (Hc : 0 < c) by now apply Rinv_0_lt_compat.
  assert (Weights : forall s, s = 1 \/ s = -1 -> weights n (fun i => c * (a i * (1 + s * y i)))).
  { intros s Hs. split.
    - intros i Hi. specialize (A i Hi). apply Rmult_le_pos; [lra|].
      destruct Hs as [-> | ->], (labels i Hi) as [-> | ->]; lra.
    - rewrite sum_scale, (sum_ext n _ (fun i => a i + s * (a i * y i))) by (intros; ring).
      rewrite sum_plus, sum_scale, B, Total. unfold c. field. lra. }
  set (hull_point := fun s => combination n (fun i => c * (a i * (1 + s * y i))) x).
  assert (In : forall s, s = 1 \/ s = -1 -> in_hull s (hull_point s)).
  { intros s Hs. exists (fun i => c * (a i * (1 + s * y i))).
    split; [now apply Weights|split; [|intros j _; reflexivity]].
    intros i Hi N. destruct Hs as [-> | ->], (labels i Hi) as [Y|Y]; rewrite Y in *;
      try contradiction; ring. }
  exists (hull_point 1), (hull_point (-1)).
  split; [apply In; now left|split; [apply In; now right|]]. intros p' q' P' Q'.
  assert (Difference : norm d (vminus (hull_point 1) (hull_point (-1))) = 2 / norm d w).
  { rewrite (norm_ext d _ (vscale (2 * c) w)).
    - rewrite norm_scale, Rabs_pos_eq by lra. unfold c. field. lra.
    - intros j Hj. unfold vminus, vscale, hull_point. rewrite (W j Hj).
      unfold normal_of, combination.
      rewrite <- sum_minus, <- sum_scale. apply sum_ext. intros. ring. }
  rewrite Difference.
  destruct (thm_hard_margin_qp true d n x y w b both) as (_ & Can & _);
    [apply hard_conditions_sufficient with a; apply hard_conditions_no_gap;
     now repeat split; try apply F|].
  pose proof (thm_hulls_bound w b _ p' q' (canonical_margin d n x y w b Can) P' Q') as U.
  unfold Rdiv in *. lra.
Qed.
End Hulls.
