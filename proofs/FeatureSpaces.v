(** * Feature spaces: inner products with no coordinates, and with infinitely many

    The proofs of the chapter on kernels use inner products, sums and the inequality of Cauchy and
    Schwarz, and never ask for the number of coordinates. So a feature space is here anything with
    an inner product that has the usual laws. Two examples are built: the lists of d numbers, and
    the infinite lists whose squares have a finite sum. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors.
Open Scope R_scope.

(** A space with an inner product. *)
Record space := {
  point :> Type;
  origin : point;
  plus : point -> point -> point;
  times : R -> point -> point;
  inner : point -> point -> R;
  inner_origin : forall w, inner origin w = 0;
  inner_plus : forall u v w, inner (plus u v) w = inner u w + inner v w;
  inner_times : forall c v w, inner (times c v) w = c * inner v w;
  inner_comm : forall v w, inner v w = inner w v;
  inner_self_nonneg : forall v, 0 <= inner v v }.

Arguments origin {_}. Arguments plus {_}. Arguments times {_}. Arguments inner {_}.

Section InSpace.
Variable V : space.
Implicit Types u v w : V.

Lemma inner_plus_r u v w : inner w (plus u v) = inner w u + inner w v.
Proof. now rewrite inner_comm, inner_plus, !(inner_comm V w). Qed.

Lemma inner_times_r c v w : inner w (times c v) = c * inner w v.
Proof. now rewrite inner_comm, inner_times, (inner_comm V w). Qed.

(** The inequality of Cauchy and Schwarz. *)
Lemma inner_cauchy_schwarz v w : inner v w ^ 2 <= inner v v * inner w w.
Proof.
  assert (H : forall s t, 0 <= s ^ 2 * inner v v + 2 * s * t * inner v w + t ^ 2 * inner w w).
  { intros s t. pose proof (inner_self_nonneg V (plus (times s v) (times t w))) as P.
    rewrite inner_plus, !inner_plus_r, !inner_times, !inner_times_r, (inner_comm V w v) in P.
    lra. }
  pose proof (inner_self_nonneg V w) as Hw.
  destruct (Req_dec (inner w w) 0) as [E|E].
  - destruct (Req_dec (inner v w) 0) as [->|N]; [rewrite E; lra|exfalso].
    pose proof (H 1 (- (inner v v + 1) / (2 * inner v w))) as P. rewrite E in P.
    replace (2 * 1 * (- (inner v v + 1) / (2 * inner v w)) * inner v w)
      with (- (inner v v + 1)) in P by (field; exact N). lra.
  - pose proof (H (inner w w) (- inner v w)) as P. apply (Rmult_le_reg_l (inner w w)); nra.
Qed.

Lemma inner_with_zero v w : inner v v = 0 -> inner v w = 0.
Proof. intros E. pose proof (inner_cauchy_schwarz v w) as C. rewrite E in C. nra. Qed.

(** [combine n c phi] is c_0 phi_0 + ... + c_{n-1} phi_{n-1}. *)
Fixpoint combine (n : nat) (c : nat -> R) (phi : nat -> V) : V :=
  match n with
  | O => origin
  | S k => plus (combine k c phi) (times (c k) (phi k))
  end.

Lemma inner_combine n c phi w : inner (combine n c phi) w = sum n (fun i => c i * inner (phi i) w).
Proof.
  induction n as [|n IH]; simpl; [apply inner_origin|]. now rewrite inner_plus, inner_times, IH.
Qed.

Lemma inner_combine_r n c phi w :
  inner w (combine n c phi) = sum n (fun i => c i * inner w (phi i)).
Proof.
  rewrite inner_comm, inner_combine. apply sum_ext. intros i _. now rewrite inner_comm.
Qed.

(** The square of the length of a combination is a double sum. *)
Lemma inner_combine_self n c phi :
  inner (combine n c phi) (combine n c phi) =
  sum n (fun i => sum n (fun j => c i * c j * inner (phi i) (phi j))).
Proof.
  rewrite inner_combine. apply sum_ext. intros i _. rewrite inner_combine_r, <- sum_scale.
  apply sum_ext. intros j _. ring.
Qed.

(** [minus w v] is the rest of [w] when [v] is taken away. *)
Definition minus w v : V := plus w (times (-1) v).

Lemma inner_minus w v u : inner (minus w v) u = inner w u - inner v u.
Proof. unfold minus. rewrite inner_plus, inner_times. ring. Qed.

Lemma inner_minus_r w v u : inner u (minus w v) = inner u w - inner u v.
Proof. now rewrite inner_comm, inner_minus, !(inner_comm V u). Qed.

(** Every w has a projection on the combinations of n vectors: a combination that leaves a rest at
    a right angle to all of them. *)
Lemma projection n phi : forall w, exists c, forall j, (j < n)%nat ->
  inner (minus w (combine n c phi)) (phi j) = 0.
Proof.
  induction n as [|n IH]; intros w; [exists (fun _ => 0); lia|].
  destruct (IH w) as [a Ha]. destruct (IH (phi n)) as [b Hb].
  set (e := minus (phi n) (combine n b phi)). set (r := minus w (combine n a phi)).
  assert (e_at_right_angle : forall c, inner e (combine n c phi) = 0).
  { intros c. rewrite inner_combine_r. apply sum_all_zero. intros j Hj. unfold e.
    rewrite Hb by exact Hj. ring. }
  assert (r_at_right_angle : forall c, inner r (combine n c phi) = 0).
  { intros c. rewrite inner_combine_r. apply sum_all_zero. intros j Hj. unfold r.
    rewrite Ha by exact Hj. ring. }
  assert (phi_n : forall u, inner u (phi n) = inner u e + inner u (combine n b phi))
    by (intros u; unfold e; rewrite inner_minus_r; ring).
  (* t times e is what the last vector can take of the rest *)
  assert (Step : exists t, inner r e = t * inner e e).
  { destruct (Req_dec (inner e e) 0) as [E|E].
    - exists 0. rewrite (inner_comm V), inner_with_zero by exact E. ring.
    - exists (inner r e / inner e e). field. exact E. }
  destruct Step as [t Ht].
  set (c := fun i => if (i =? n)%nat then t else a i - t * b i).
  assert (Same : forall u, inner (combine (S n) c phi) u =
            inner (combine n a phi) u + t * inner e u).
  { intros u. simpl. rewrite inner_plus, inner_times. unfold e. rewrite inner_minus.
    rewrite !inner_combine. unfold c at 2. rewrite Nat.eqb_refl.
    rewrite (sum_ext n _ (fun i => a i * inner (phi i) u - t * (b i * inner (phi i) u))).
    - rewrite sum_minus, sum_scale. ring.
    - intros i Hi. unfold c. destruct (Nat.eqb_spec i n); [lia|]. ring. }
  exists c. intros j Hj.
  assert (Rest : forall u, inner (minus w (combine (S n) c phi)) u = inner r u - t * inner e u)
    by (intros u; unfold r; rewrite !inner_minus, Same; ring).
  rewrite Rest. destruct (Nat.eq_dec j n) as [->|].
  - rewrite !phi_n, r_at_right_angle, e_at_right_angle, Ht. ring.
  - unfold r, e. rewrite Ha, Hb by lia. ring.
Qed.

(** No combination of the vectors is zero but that with all numbers 0. *)
Definition independent n (phi : nat -> V) : Prop := forall c,
  inner (combine n c phi) (combine n c phi) = 0 -> forall i, (i < n)%nat -> c i = 0.

(** A combination of independent vectors can have any inner products with them. *)
Lemma any_outputs n phi : independent n phi ->
  forall y, exists c, forall i, (i < n)%nat -> inner (combine n c phi) (phi i) = y i.
Proof.
  induction n as [|n IH]; intros Ind y; [exists (fun _ => 0); lia|].
  assert (Ind' : independent n phi).
  { intros c E i Hi. pose (c' := fun k => if (k =? n)%nat then 0 else c k).
    assert (Same : forall u, inner (combine (S n) c' phi) u = inner (combine n c phi) u).
    { intros u. rewrite !inner_combine. simpl. unfold c' at 2. rewrite Nat.eqb_refl.
      rewrite (sum_ext n _ (fun i => c i * inner (phi i) u)); [ring|].
      intros k Hk. unfold c'. destruct (Nat.eqb_spec k n); [lia|reflexivity]. }
    assert (Z : c' i = 0).
    { apply (Ind c'); [|lia]. rewrite Same, (inner_comm V), Same. exact E. }
    unfold c' in Z. destruct (Nat.eqb_spec i n); [lia|exact Z]. }
  destruct (IH Ind' y) as [a Ha]. destruct (projection n phi (phi n)) as [b Hb].
  (* e is the part of the last vector that the others do not have *)
  set (e := minus (phi n) (combine n b phi)).
  set (be := fun i => if (i =? n)%nat then 1 else - b i).
  assert (Same : forall u, inner (combine (S n) be phi) u = inner e u).
  { intros u. unfold e. rewrite inner_minus, !inner_combine. simpl. unfold be at 2.
    rewrite Nat.eqb_refl.
    rewrite (sum_ext n _ (fun i => - (b i * inner (phi i) u))).
    - rewrite sum_opp. ring.
    - intros i Hi. unfold be. destruct (Nat.eqb_spec i n); [lia|ring]. }
  assert (e_not_zero : inner e e <> 0).
  { intros E. assert (One : be n = 0).
    { apply (Ind be); [|lia]. rewrite Same, (inner_comm V), Same. exact E. }
    unfold be in One. rewrite Nat.eqb_refl in One. lra. }
  assert (e_phi : inner e (phi n) = inner e e).
  { unfold e at 3. rewrite inner_minus_r, inner_combine_r.
    rewrite (sum_all_zero n (fun i => b i * inner e (phi i))); [ring|].
    intros j Hj. unfold e. rewrite Hb by exact Hj. ring. }
  set (t := (y n - inner (combine n a phi) (phi n)) / inner e e).
  exists (fun i => if (i =? n)%nat then t else a i - t * b i). intros i Hi.
  assert (Sum : inner (combine (S n) (fun i => if (i =? n)%nat then t else a i - t * b i) phi)
                  (phi i) = inner (combine n a phi) (phi i) + t * inner e (phi i)).
  { unfold e. rewrite inner_minus, !inner_combine. simpl. rewrite Nat.eqb_refl.
    rewrite (sum_ext n _ (fun k =>
      a k * inner (phi k) (phi i) - t * (b k * inner (phi k) (phi i)))).
    - rewrite sum_minus, sum_scale. ring.
    - intros k Hk. destruct (Nat.eqb_spec k n); [lia|ring]. }
  rewrite Sum. destruct (Nat.eq_dec i n) as [->|].
  - rewrite e_phi. unfold t. field. exact e_not_zero.
  - rewrite Ha by lia. unfold e. rewrite Hb by lia. ring.
Qed.
End InSpace.

Arguments combine {_}. Arguments minus {_}. Arguments independent {_}.

(** ** Lists of d numbers *)

Definition lists (d : nat) : space.
Proof.
  refine {| point := vec; origin := vzero; plus := vplus; times := vscale; inner := dot d |}.
  - apply dot_zero_l.
  - apply dot_plus_l.
  - apply dot_scale_l.
  - apply dot_comm.
  - apply dot_self_nonneg.
Defined.

(** ** Infinite lists *)

(** The sequence u has the limit l. *)
Notation tends_to u l := (Un_cv u l).

Lemma tends_to_plus u v a b :
  tends_to u a -> tends_to v b -> tends_to (fun n => u n + v n) (a + b).
Proof. apply CV_plus. Qed.

Lemma tends_to_const c : tends_to (fun _ => c) c.
Proof.
  intros e He. exists 0%nat. intros n _. unfold R_dist.
  now rewrite Rminus_diag_eq, Rabs_R0.
Qed.

Lemma tends_to_scale c u a : tends_to u a -> tends_to (fun n => c * u n) (c * a).
Proof. intros H. apply (CV_mult (fun _ => c) u c a); [apply tends_to_const|exact H]. Qed.

Lemma tends_to_ext u v a : (forall n, u n = v n) -> tends_to u a -> tends_to v a.
Proof.
  intros E H e He. destruct (H e He) as [N HN]. exists N. intros n Hn. rewrite <- E. now apply HN.
Qed.

Lemma tends_to_unique u a b : tends_to u a -> tends_to u b -> a = b.
Proof. apply UL_sequence. Qed.

Lemma tends_to_sum m (u : nat -> nat -> R) (a : nat -> R) :
  (forall i, (i < m)%nat -> tends_to (u i) (a i)) ->
  tends_to (fun n => sum m (fun i => u i n)) (sum m a).
Proof.
  induction m as [|m IH]; intros H; simpl; [apply tends_to_const|].
  apply tends_to_plus; [apply IH; intros; apply H; lia|apply H; lia].
Qed.

(** Limits keep the order. *)
Lemma tends_to_nonneg u a : (forall n, 0 <= u n) -> tends_to u a -> 0 <= a.
Proof.
  intros P H. apply Rnot_lt_le. intros L. destruct (H (- a)) as [N HN]; [lra|].
  specialize (HN N (le_n N)). unfold R_dist in HN. apply Rabs_def2 in HN. specialize (P N). lra.
Qed.

(** A rising sequence is below its limit, *)
Lemma rising_below_limit u a : (forall n, u n <= u (S n)) -> tends_to u a -> forall n, u n <= a.
Proof. intros Rise H. now apply growing_ineq. Qed.

Lemma rising_le u p q : (forall n, u n <= u (S n)) -> (p <= q)%nat -> u p <= u q.
Proof. intros Rise. induction 1 as [|q _ IH]; [lra|]. specialize (Rise q). lra. Qed.

(** and it has the limit that it has along a part of it that goes on forever. *)
Lemma rising_along_part u (part : nat -> nat) a :
  (forall n, u n <= u (S n)) -> (forall n, (n <= part n)%nat) ->
  tends_to (fun n => u (part n)) a -> tends_to u a.
Proof.
  intros Rise Far H e He. destruct (H e He) as [N HN]. exists (part N). intros n Hn.
  pose proof (HN N (le_n N)) as First.
  pose proof (HN (max N n) ltac:(lia)) as Later. pose proof (Far (max N n)).
  pose proof (rising_le u (part N) n Rise Hn).
  pose proof (rising_le u n (part (max N n)) Rise ltac:(lia)).
  unfold R_dist in *. apply Rabs_def2 in First, Later. apply Rabs_def1; lra.
Qed.

(** [u] and [v] have the inner product [l]: the partial sums of u_j v_j tend to l. *)
Definition has_inner (u v : vec) (l : R) : Prop := tends_to (fun n => dot n u v) l.

(** The squares of the list have a finite sum. *)
Definition square_summable (v : vec) : Prop := exists l, has_inner v v l.

Lemma dot_self_rises v n : dot n v v <= dot (S n) v v.
Proof. unfold dot. simpl. pose proof (Rle_0_sqr (v n)). unfold Rsqr in *. lra. Qed.

(** Partial sums of squares that stay below a number have a limit. *)
Lemma square_summable_bounded v c : (forall n, dot n v v <= c) -> square_summable v.
Proof.
  intros B. destruct (growing_cv (fun n => dot n v v)) as [l Hl].
  - intros n. apply dot_self_rises.
  - exists c. intros x [n ->]. apply B.
  - now exists l.
Qed.

Lemma square_summable_plus u v :
  square_summable u -> square_summable v -> square_summable (vplus u v).
Proof.
  intros [a Ha] [b Hb]. apply square_summable_bounded with (2 * a + 2 * b). intros n.
  pose proof (rising_below_limit _ a (dot_self_rises u) Ha n).
  pose proof (rising_below_limit _ b (dot_self_rises v) Hb n).
  pose proof (parallelogram n u v) as P. rewrite !norm_sqr in P.
  pose proof (dot_self_nonneg n (vminus u v)). lra.
Qed.

Lemma square_summable_scale c v : square_summable v -> square_summable (vscale c v).
Proof.
  intros [a Ha]. exists (c * (c * a)). unfold has_inner.
  apply (tends_to_ext (fun n => c * (c * dot n v v))).
  - intros n. now rewrite dot_scale_l, dot_scale_r.
  - now do 2 apply tends_to_scale.
Qed.

(** An infinite inner product is a finite number. *)
Lemma inner_exists u v : square_summable u -> square_summable v -> exists l, has_inner u v l.
Proof.
  intros Hu Hv. destruct (square_summable_plus u v Hu Hv) as [c Hc].
  destruct Hu as [a Ha], Hv as [b Hb]. exists (/ 2 * (c + (- 1 * a + - 1 * b))). unfold has_inner.
  apply (tends_to_ext (fun n => / 2 *
    (dot n (vplus u v) (vplus u v) + (- 1 * dot n u u + - 1 * dot n v v)))).
  - intros n. rewrite dot_plus_l, !dot_plus_r, (dot_comm n v u). field.
  - apply tends_to_scale, tends_to_plus; [exact Hc|].
    apply tends_to_plus; now apply tends_to_scale.
Qed.

(** The number itself: the partial sums have a limit, and completeness of the reals gives it. *)
Definition inner_limit u v (Hu : square_summable u) (Hv : square_summable v) :
  { l | has_inner u v l }.
Proof.
  apply R_complete. destruct (inner_exists u v Hu Hv) as [l Hl].
  apply CV_Cauchy. now exists l.
Defined.

Definition infinite_list := { v : vec | square_summable v }.
Definition entries (v : infinite_list) : vec := proj1_sig v.

Definition infinite_inner (u v : infinite_list) : R :=
  proj1_sig (inner_limit (proj1_sig u) (proj1_sig v) (proj2_sig u) (proj2_sig v)).

Lemma infinite_inner_is u v : has_inner (entries u) (entries v) (infinite_inner u v).
Proof. apply (proj2_sig (inner_limit _ _ _ _)). Qed.

Lemma infinite_inner_unique u v l : has_inner (entries u) (entries v) l -> infinite_inner u v = l.
Proof. apply tends_to_unique, infinite_inner_is. Qed.

Lemma square_summable_zero : square_summable vzero.
Proof.
  exists 0. apply (tends_to_ext (fun _ => 0)); [intros n; now rewrite dot_zero_l|].
  apply tends_to_const.
Qed.

Definition infinite_lists : space.
Proof.
  refine {| point := infinite_list;
    origin := exist _ vzero square_summable_zero;
    plus := fun u v => exist _ (vplus (entries u) (entries v))
      (square_summable_plus _ _ (proj2_sig u) (proj2_sig v));
    times := fun c v => exist _ (vscale c (entries v)) (square_summable_scale c _ (proj2_sig v));
    inner := infinite_inner |}.
  - intros w. apply infinite_inner_unique. unfold has_inner, entries. simpl.
    apply (tends_to_ext (fun _ => 0)); [intros n; now rewrite dot_zero_l|apply tends_to_const].
  - intros u v w. apply infinite_inner_unique. unfold has_inner. simpl.
    apply (tends_to_ext (fun n => dot n (entries u) (entries w) + dot n (entries v) (entries w))).
    + intros n. now rewrite <- dot_plus_l.
    + apply tends_to_plus; apply infinite_inner_is.
  - intros c v w. apply infinite_inner_unique. unfold has_inner. simpl.
    apply (tends_to_ext (fun n => c * dot n (entries v) (entries w))).
    + intros n. now rewrite <- dot_scale_l.
    + apply tends_to_scale, infinite_inner_is.
  - intros v w. apply infinite_inner_unique.
    apply (tends_to_ext (fun n => dot n (entries w) (entries v))).
    + intros n. apply dot_comm.
    + apply infinite_inner_is.
  - intros v. apply (tends_to_nonneg (fun n => dot n (entries v) (entries v))).
    + intros n. apply dot_self_nonneg.
    + apply infinite_inner_is.
Defined.
