(** * Linear separability

    The chapter proves how far a point is from a hyperplane, that the scale of a hyperplane does not
    matter, how wide the slab is, how far a point may move, what the lift keeps, and Gordan's
    theorem: points can be separated or carry a proof that they cannot.

    A hyperplane is a vector [w] of positive length (its normal) and a number [b] (its bias). A data
    set is n points [x i], i < n, in dimension d, with labels [y i] that are 1 or -1. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Convexity.
Open Scope R_scope.

Lemma within_abs a c : Rabs a <= c -> - c <= a <= c.
Proof. pose proof (Rle_abs a). pose proof (Rle_abs (- a)) as N. rewrite Rabs_Ropp in N. lra. Qed.

(** ** Hyperplanes *)
Section Planes.
Variable d : nat.                         (* the dimension *)

(** f(p) = w . p + b; a hyperplane is where it is 0. *)
Definition decision (w : vec) (b : R) (p : vec) : R := dot d w p + b.

(** The label that the hyperplane predicts. *)
Definition predict (w : vec) (b : R) (p : vec) : R := if Rle_dec 0 (decision w b p) then 1 else -1.

(** The distance of a point to a hyperplane, by the formula; [thm_distance] says that it is one. *)
Definition distance (w : vec) (b : R) (p : vec) : R := Rabs (decision w b p) / norm d w.

(** The margin of the labeled point (p, s) at a hyperplane. *)
Definition point_margin (w : vec) (b : R) (p : vec) (s : R) : R := s * decision w b p / norm d w.

(** The foot of the perpendicular from p. *)
Definition foot (w : vec) (b : R) (p : vec) : vec :=
  vminus p (vscale (decision w b p / norm d w ^ 2) w).

Lemma decision_plus w b p v : decision w b (vplus p v) = decision w b p + dot d w v.
Proof. unfold decision. rewrite dot_plus_r. ring. Qed.

Lemma decision_scale c w b p : decision (vscale c w) (c * b) p = c * decision w b p.
Proof. unfold decision. rewrite dot_scale_l. ring. Qed.

(** The foot of the perpendicular is on the hyperplane, at the distance |f(p)| / |w| from p, and
    every other point of the hyperplane is farther away.
    - w_nonzero : the normal is not the zero vector. *)
Theorem thm_distance w b p (w_nonzero : 0 < norm d w) :
  let h := foot w b p in
  decision w b h = 0 /\ norm d (vminus p h) = Rabs (decision w b p) / norm d w /\
  forall q, decision w b q = 0 -> ~ veq d q h -> norm d (vminus p h) < norm d (vminus p q).
Proof.
  intros h. set (r := decision w b p / norm d w ^ 2).
  assert (Sq : 0 < norm d w ^ 2) by (now apply pow_lt).
  (* The foot is on the hyperplane. *)
  assert (On : decision w b h = 0).
  { unfold h, foot, decision. rewrite dot_minus_r, dot_scale_r, <- norm_sqr.
    unfold decision. field. lra. }
  (* How far it is. *)
  assert (Way : veq d (vminus p h) (vscale r w)).
  { intros j _. unfold h, foot, vminus, vscale. fold r. ring. }
  split; [exact On|split].
  - rewrite (norm_ext d _ _ Way), norm_scale. unfold r, Rdiv. rewrite Rabs_mult, Rabs_inv.
    rewrite (Rabs_pos_eq (norm d w ^ 2)) by lra. field. lra.
  - (* Nothing is nearer. *)
    intros q Hq Other. apply lt_of_squares; [apply norm_nonneg|].
    assert (Orthogonal : dot d (vminus p h) (vminus h q) = 0).
    { rewrite (dot_ext d _ (vscale r w) _ (vminus h q) Way (fun j _ => eq_refl)).
      rewrite dot_scale_l, dot_minus_r. unfold decision in On, Hq. nra. }
    rewrite (norm_ext d (vminus p q) (vplus (vminus p h) (vminus h q)))
      by (intros j _; unfold vminus, vplus; ring).
    rewrite norm_plus_sqr, Orthogonal.
    enough (0 < norm d (vminus h q) ^ 2) by lra. apply pow_lt.
    destruct (norm_nonneg d (vminus h q)) as [P|Z]; [exact P|exfalso].
    apply Other. intros j Hj. symmetry in Z. apply norm_zero in Z. specialize (Z j Hj).
    unfold vminus, vzero in Z. lra.
Qed.

(** The point of the hyperplane nearest to the origin is - b w / |w|^2, at the distance |b| / |w|.
    - w_nonzero : the normal is not the zero vector. *)
Theorem thm_distance_origin w b (w_nonzero : 0 < norm d w) :
  veq d (foot w b vzero) (vscale (- b / norm d w ^ 2) w) /\
  distance w b vzero = Rabs b / norm d w.
Proof.
  (* The origin. *)
  assert (E : decision w b vzero = b) by (unfold decision; rewrite dot_zero_r; ring).
  unfold distance, foot. rewrite E. split; [|reflexivity].
  intros j _. unfold vminus, vscale, vzero. field. lra.
Qed.

(** A hyperplane with normal c w and bias c b, c > 0, has the same points, the same predictions, the
    same distances and the same margins as that with w and b.
    - c_positive : the factor is above 0.
    - w_nonzero : the normal is not the zero vector. *)
Theorem thm_scaling c w b (c_positive : 0 < c) (w_nonzero : 0 < norm d w) :
  forall p s,
  (decision (vscale c w) (c * b) p = 0 <-> decision w b p = 0) /\
  predict (vscale c w) (c * b) p = predict w b p /\
  distance (vscale c w) (c * b) p = distance w b p /\
  point_margin (vscale c w) (c * b) p s = point_margin w b p s.
Proof.
  intros p s. unfold predict, distance, point_margin.
  (* The function. *)
  rewrite decision_scale, norm_scale, (Rabs_pos_eq c) by lra. split; [|split; [|split]].
  (* Points and predictions. *)
  - split; intros H; nra.
  - destruct (Rle_dec 0 (c * decision w b p)), (Rle_dec 0 (decision w b p)); nra.
  (* Distances and margins. *)
  - rewrite Rabs_mult, (Rabs_pos_eq c) by lra. field. lra.
  - field. lra.
Qed.

(** A point that a hyperplane classifies correctly, with margin m, may move by less than m, in any
    direction, and is still classified correctly; straight against the hyperplane, after exactly m
    it is on the hyperplane, and after more on the wrong side.
    - label : s is the label of the point, 1 or -1.
    - w_nonzero : the normal is not the zero vector.
    - right : the hyperplane classifies the point correctly. *)
Theorem thm_flip_radius w b p s (label : s = 1 \/ s = -1) (w_nonzero : 0 < norm d w)
    (right : 0 < s * decision w b p) :
  let m := point_margin w b p s in
  (forall v, norm d v < m -> 0 < s * decision w b (vplus p v)) /\
  (forall t, let v := vscale (- t * s / norm d w) w in
     (0 <= t -> norm d v = t) /\
     (t = m -> decision w b (vplus p v) = 0) /\
     (m < t -> s * decision w b (vplus p v) < 0)).
Proof.
  intros m. assert (Em : s * decision w b p = norm d w * m) by (unfold m, point_margin; field; lra).
  assert (Ss : s * s = 1) by (destruct label as [-> | ->]; ring). split.
  - (* A shorter move. *)
    intros v Hv. rewrite decision_plus, Rmult_plus_distr_l, Em.
    pose proof (cauchy_schwarz_abs d w v) as C.
    assert (- (norm d w * norm d v) <= s * dot d w v).
    { apply within_abs in C. destruct label as [-> | ->]; lra. }
    assert (norm d w * norm d v < norm d w * m) by now apply Rmult_lt_compat_l. lra.
  - (* The straight move. *)
    intros t v. assert (E : s * decision w b (vplus p v) = norm d w * (m - t)).
    { rewrite decision_plus, Rmult_plus_distr_l, Em. unfold v. rewrite dot_scale_r, <- norm_sqr.
      replace (s * (- t * s / norm d w * norm d w ^ 2)) with (- t * (s * s) * norm d w)
        by (field; lra). rewrite Ss. ring. }
    split; [|split].
    + intros Ht. unfold v. rewrite norm_scale. unfold Rdiv.
      rewrite !Rabs_mult, Rabs_inv, Rabs_Ropp, (Rabs_pos_eq t), (Rabs_pos_eq (norm d w)) by lra.
      replace (Rabs s) with 1; [field; lra|].
      destruct label as [-> | ->]; [now rewrite Rabs_R1|rewrite Rabs_left; lra].
    + intros ->. rewrite Rminus_diag_eq, Rmult_0_r in E by reflexivity.
      destruct label as [-> | ->]; lra.
    + intros Hm. rewrite E. nra.
Qed.

(** The hyperplanes f = 1 and f = -1 are 2 / |w| apart: each point of the one has that distance to
    the other, no two points of the two are closer, and two are as close.
    - w_nonzero : the normal is not the zero vector. *)
Theorem thm_slab w b (w_nonzero : 0 < norm d w) :
  (forall p, decision w b p = 1 -> distance w (b + 1) p = 2 / norm d w) /\
  (forall p q, decision w b p = 1 -> decision w b q = -1 -> 2 / norm d w <= norm d (vminus p q)) /\
  (exists p q, decision w b p = 1 /\ decision w b q = -1 /\ norm d (vminus p q) = 2 / norm d w).
Proof.
  (* The width. *)
  assert (Shift : forall p, decision w (b + 1) p = decision w b p + 1)
    by (intros; unfold decision; ring).
  assert (Dist : forall p, decision w b p = 1 -> distance w (b + 1) p = 2 / norm d w).
  { intros p Hp. unfold distance. rewrite Shift, Hp, Rabs_pos_eq; [|lra].
    now replace (1 + 1) with 2 by ring. }
  split; [exact Dist|]. split.
  - intros p q Hp Hq. destruct (thm_distance w (b + 1) p w_nonzero) as (_ & Far & Near).
    fold (distance w (b + 1) p) in Far. rewrite (Dist p Hp) in Far. rewrite <- Far.
    destruct (Classical_Prop.classic (veq d q (foot w (b + 1) p))) as [E|N].
    + apply Req_le, norm_ext. intros j Hj. unfold vminus. now rewrite (E j Hj).
    + left. apply Near; [rewrite Shift; lra|exact N].
  - set (p := vscale ((1 - b) / norm d w ^ 2) w).
    assert (Hp : decision w b p = 1).
    { unfold decision, p. rewrite dot_scale_r, <- norm_sqr. field. lra. }
    exists p, (foot w (b + 1) p).
    destruct (thm_distance w (b + 1) p w_nonzero) as (On & Far & _).
    fold (distance w (b + 1) p) in Far. rewrite (Dist p Hp) in Far. rewrite Shift in On.
    repeat split; [exact Hp|lra|exact Far].
Qed.
End Planes.

(** ** Labeled points *)
Section Data.
Variables d n : nat.                      (* the dimension, and how many points *)
Variable x : nat -> vec.                  (* the points *)
Variable y : nat -> R.                    (* their labels *)

Definition labelled : Prop := forall i, (i < n)%nat -> y i = 1 \/ y i = -1.

Definition both_labels : Prop :=
  (exists i, (i < n)%nat /\ y i = 1) /\ (exists i, (i < n)%nat /\ y i = -1).

(** The hyperplane classifies all points correctly. *)
Definition separates (w : vec) (b : R) : Prop :=
  0 < norm d w /\ forall i, (i < n)%nat -> 0 < y i * decision d w b (x i).

Definition separable : Prop := exists w b, separates w b.

(** The margin of a hyperplane is the smallest margin of a point. *)
Definition is_margin (w : vec) (b r : R) : Prop :=
  0 < norm d w /\
  (forall i, (i < n)%nat -> r <= point_margin d w b (x i) (y i)) /\
  (exists i, (i < n)%nat /\ point_margin d w b (x i) (y i) = r).

(** Canonical form: all y f(x) are at least 1, and one of them is 1. *)
Definition canonical (w : vec) (b : R) : Prop :=
  0 < norm d w /\
  (forall i, (i < n)%nat -> 1 <= y i * decision d w b (x i)) /\
  (exists i, (i < n)%nat /\ y i * decision d w b (x i) = 1).

(** The smallest of finitely many numbers. *)
Lemma smallest m (v : nat -> R) :
  (0 < m)%nat -> exists k, (k < m)%nat /\ forall i, (i < m)%nat -> v k <= v i.
Proof.
  induction m as [|m IH]; intros Hm; [lia|]. destruct (Nat.eq_dec m 0) as [->|N].
  - exists O. split; [lia|]. intros i Hi. replace i with O by lia. lra.
  - destruct IH as (k & Hk & Least); [lia|]. destruct (Rle_or_lt (v k) (v m)) as [L|L].
    + exists k. split; [lia|]. intros i Hi. destruct (Nat.eq_dec i m) as [->|]; [exact L|].
      apply Least. lia.
    + exists m. split; [lia|]. intros i Hi. destruct (Nat.eq_dec i m) as [->|]; [lra|].
      assert (v k <= v i) by (apply Least; lia). lra.
Qed.

(** A hyperplane has a margin, and it is above 0 if and only if the hyperplane separates the points.
    - some_point : there is at least one point.
    - w_nonzero : the normal is not the zero vector. *)
Theorem def_margin w b (some_point : (0 < n)%nat) (w_nonzero : 0 < norm d w) :
  exists r, is_margin w b r /\ (0 < r <-> separates w b).
Proof.
  (* the smallest margin of a point is the margin *)
  rename w_nonzero into Hw.
  destruct (smallest n (fun i => point_margin d w b (x i) (y i)) some_point) as (k & Hk & L).
  exists (point_margin d w b (x k) (y k)).
  split; [split; [exact Hw|split; [exact L|now exists k]]|].
  assert (E : forall i, y i * decision d w b (x i) = point_margin d w b (x i) (y i) * norm d w)
    by (intros; unfold point_margin; field; lra).
  (* it has the sign of the smallest y f(x) *)
  split.
  - intros P. split; [exact Hw|]. intros i Hi. rewrite E. specialize (L i Hi).
    apply Rmult_lt_0_compat; lra.
  - intros [_ P]. specialize (P k Hk). unfold point_margin. apply lt_quotient; lra.
Qed.

(** Every hyperplane that separates has exactly one canonical form, and a hyperplane that does not
    has none.
    - some_point : there is at least one point. *)
Theorem def_canonical w b (some_point : (0 < n)%nat) :
  (separates w b -> exists! c, canonical (vscale c w) (c * b)) /\
  (forall c, 0 < c -> canonical (vscale c w) (c * b) -> separates w b).
Proof.
  split.
  - (* divide by the smallest y f(x) *)
    intros [Hw S]. destruct (smallest n (fun i => y i * decision d w b (x i)) some_point)
      as (k & Hk & L).
    assert (P : 0 < y k * decision d w b (x k)) by now apply S.
    exists (/ (y k * decision d w b (x k))). split.
    + (* then all are at least 1, and that one is 1 *)
      split; [|split].
      * rewrite norm_scale. apply Rmult_lt_0_compat; [|exact Hw].
        apply Rabs_pos_lt, Rinv_neq_0_compat. lra.
      * intros i Hi. rewrite decision_scale. specialize (L i Hi). cbv beta in L.
        replace (y i * (/ (y k * decision d w b (x k)) * decision d w b (x i)))
          with (y i * decision d w b (x i) / (y k * decision d w b (x k)))
          by (field; split; intros Z; rewrite Z in P; lra).
        apply le_quotient; lra.
      * exists k. split; [exact Hk|]. rewrite decision_scale. field.
        split; intros Z; rewrite Z in P; lra.
    + (* no other factor makes the smallest of them 1 *)
      intros c (_ & C & i & Hi & E). pose proof (C k Hk) as Ck.
      rewrite decision_scale in Ck, E. specialize (L i Hi). cbv beta in L.
      assert (Hc : 0 < c) by nra.
      apply (Rmult_eq_reg_r (y k * decision d w b (x k))); [|lra].
      rewrite Rinv_l by lra. nra.
  - (* a canonical form separates, and the scale doesn't matter *)
    intros c Hc (Hw & C & _). rewrite norm_scale in Hw. split.
    + pose proof (Rabs_pos c). pose proof (norm_nonneg d w). nra.
    + intros i Hi. specialize (C i Hi). rewrite decision_scale in C. nra.
Qed.

(** In canonical form the margin is 1 / |w|, and no point is strictly between f = 1 and f = -1.
    - labels : all labels are 1 or -1.
    - in_canonical_form : all y f(x) are at least 1, and one of them is 1. *)
Theorem thm_slab_margin w b (labels : labelled) (in_canonical_form : canonical w b) :
  is_margin w b (1 / norm d w) /\
  forall i, (i < n)%nat -> ~ (-1 < decision d w b (x i) < 1).
Proof.
  destruct in_canonical_form as (Hw & C & i & Hi & E). split.
  - (* The margin. *)
    split; [exact Hw|split].
    + intros j Hj. specialize (C j Hj). unfold point_margin, Rdiv.
      apply Rmult_le_compat_r; [|exact C]. left. now apply Rinv_0_lt_compat.
    + exists i. split; [exact Hi|]. unfold point_margin. now rewrite E.
  - (* The slab is empty. *)
    intros j Hj [H1 H2]. specialize (C j Hj). destruct (labels j Hj) as [Y|Y]; rewrite Y in C; lra.
Qed.
End Data.

(** ** The lift *)

(** The lift of a point p is (p, 1). *)
Definition lift (d : nat) (p : vec) : vec := append d p 1.

(** Points are separable through the origin when a hyperplane with b = 0 separates them. *)
Definition separable_through_origin (d n : nat) (x : nat -> vec) (y : nat -> R) : Prop :=
  exists w, separates d n x y w 0.

(** The lift of the hyperplane, with normal (w, b) and through the origin, says of the lift of a
    point what the hyperplane says of the point. *)
Theorem def_lift d w b p : decision (S d) (append d w b) 0 (lift d p) = decision d w b p.
Proof. unfold decision, lift. rewrite dot_append. ring. Qed.

Lemma norm_append_pos d w b : 0 < norm d w -> 0 < norm (S d) (append d w b).
Proof.
  intros H. apply lt_of_squares; [apply norm_nonneg|].
  rewrite norm_append_sqr. pose proof (pow_lt _ 2 H). pose proof (pow2_ge_0 b). lra.
Qed.

(** In one dimension or more there is a normal, such as the first unit vector. *)
Lemma some_normal d : (0 < d)%nat -> exists u, 0 < norm d u.
Proof.
  intros Hd. exists (fun _ => 1). apply lt_of_squares; [apply norm_nonneg|].
  rewrite norm_sqr. unfold dot. rewrite sum_const, pow_ne_zero by lia.
  apply lt_0_INR in Hd. lra.
Qed.

(** Labeled points are separable if and only if their lifts are separable through the origin.
    - some_dimension : the points have at least one coordinate.
    - labels : all labels are 1 or -1. *)
Theorem thm_lift d n x y (some_dimension : (0 < d)%nat) (labels : labelled n y) :
  separable d n x y <-> separable_through_origin (S d) n (fun i => lift d (x i)) y.
Proof.
  split.
  - (* One direction. *)
    intros (w & b & Hw & S). exists (append d w b). split; [now apply norm_append_pos|].
    intros i Hi. rewrite def_lift. now apply S.
  - (* The other direction. *)
    intros (v & Hv & S).
    assert (S' : forall i, (i < n)%nat -> 0 < y i * decision d v (v d) (x i)).
    { intros i Hi. specialize (S i Hi). unfold decision, lift in *. simpl in S.
      replace (dot (Datatypes.S d) v (append d (x i) 1)) with (dot d v (x i) + v d * 1) in S.
      - rewrite Rmult_1_r, Rplus_0_r in S. exact S.
      - rewrite <- dot_append. apply dot_ext; [|intros j _; reflexivity].
        intros j Hj. unfold append. destruct (Nat.ltb_spec j d); [reflexivity|].
        f_equal. lia. }
    destruct (norm_nonneg d v) as [P|Z].
    + exists v, (v d). split; [exact P|exact S'].
    + (* w = 0: all labels are that of b *)
      symmetry in Z. apply norm_zero in Z.
      assert (B : forall i, (i < n)%nat -> 0 < y i * v d).
      { intros i Hi. specialize (S' i Hi). unfold decision in S'.
        rewrite (dot_ext d v vzero (x i) (x i) Z (fun j _ => eq_refl)), dot_zero_l in S'.
        now rewrite Rplus_0_l in S'. }
      destruct (some_normal d some_dimension) as [u Hu].
      set (big := 1 + sum n (fun i => Rabs (dot d u (x i)))).
      assert (Big : forall i, (i < n)%nat -> - big < dot d u (x i) < big).
      { intros i Hi. pose proof (sum_term_le n (fun i => Rabs (dot d u (x i))) i
          (fun j _ => Rabs_pos _) Hi) as L. cbv beta in L.
        apply within_abs in L. unfold big. lra. }
      destruct (Rle_or_lt 0 (v d)).
      * exists u, big. split; [exact Hu|]. intros i Hi. specialize (B i Hi).
        specialize (Big i Hi). unfold decision.
        destruct (labels i Hi) as [Y|Y]; rewrite Y in *; lra.
      * exists u, (- big). split; [exact Hu|]. intros i Hi. specialize (B i Hi).
        specialize (Big i Hi). unfold decision.
        destruct (labels i Hi) as [Y|Y]; rewrite Y in *; lra.
Qed.

(** If a hyperplane has the margin gamma, its lift has the margin gamma |w| / sqrt(|w|^2 + b^2) on
    the lifted points.
    - margin : gamma is the margin of the hyperplane on the points. *)
Theorem thm_lift_gamma d n x y w b gamma (margin : is_margin d n x y w b gamma) :
  is_margin (S d) n (fun i => lift d (x i)) y (append d w b) 0
    (gamma * norm d w / sqrt (norm d w ^ 2 + b ^ 2)).
Proof.
  destruct margin as (Hw & Least & k & Hk & E).
  (* The margins. *)
  assert (Root : norm (S d) (append d w b) = sqrt (norm d w ^ 2 + b ^ 2)).
  { rewrite <- norm_append_sqr. symmetry. apply sqrt_pow2, norm_nonneg. }
  pose proof (norm_append_pos d w b Hw) as Hl.
  assert (Same : forall i, point_margin (S d) (append d w b) 0 (lift d (x i)) (y i)
    = point_margin d w b (x i) (y i) * norm d w / sqrt (norm d w ^ 2 + b ^ 2)).
  { intros i. unfold point_margin. rewrite def_lift, <- Root. field. lra. }
  rewrite Root in Hl. split; [now rewrite Root|split].
  - intros i Hi. rewrite Same. unfold Rdiv.
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|].
    apply Rmult_le_compat_r; [lra|now apply Least].
  - exists k. split; [exact Hk|]. now rewrite Same, E.
Qed.

(** ** Separable, or a combination that is zero *)

(** Some vector w has w . z i > 0 for all i. *)
Definition on_one_side (d n : nat) (z : nat -> vec) : Prop :=
  exists w, forall i, (i < n)%nat -> 0 < dot d w (z i).

(** Some convex combination of the vectors is zero. *)
Definition combines_to_zero (d n : nat) (z : nat -> vec) : Prop :=
  exists a, weights n a /\ veq d (combination n a z) vzero.

(** Exactly one of the two is true. *)
Definition either_or (A B : Prop) : Prop := (A \/ B) /\ ~ (A /\ B).

(** Vectors are all on one side of some hyperplane through the origin, or some convex combination of
    them is zero, and never both. (The proof of *one of the two* is not that of the book: in place
    of a nearest point, which needs a closed and bounded set, it takes [convex_alternative]. The
    book asks for at least one vector; that is not needed.) *)
Theorem thm_gordan d n z :
  either_or (on_one_side d n z) (combines_to_zero d n z).
Proof.
  split.
  - (* suppose that no w has all the vectors on one side: for each w some w . z_i is at most 0 *)
    destruct (Classical_Prop.classic (on_one_side d n z)) as [A|None]; [now left|right].
    destruct n as [|k]; [exfalso; apply None; exists vzero; lia|].
    (* then one choice of weights does for all w: the mean of the w . z_i is at most 0 *)
    destruct (convex_alternative vec mixture k (fun _ => True) (fun i w => - dot d w (z i)))
      as (a & Wa & Pa).
    + intros p q t _ _ _. exact I.
    + intros i _ p q t _ _ _. rewrite dot_mixture_l. lra.
    + intros w _. destruct (Classical_Prop.classic (exists i, (i <= k)%nat /\ 0 <= - dot d w (z i)))
        as [E|N]; [exact E|exfalso].
      apply None. exists w. intros i Hi. destruct (Rlt_or_le 0 (dot d w (z i))) as [|L];
        [assumption|].
      exfalso. apply N. exists i. split; [lia|lra].
    + exists a. split; [exact Wa|].
      (* with the combination itself for w the mean is the square of its length, so that is 0 *)
      specialize (Pa (combination (S k) a z) I).
      rewrite (sum_ext (S k) _ (fun i => - (a i * dot d (combination (S k) a z) (z i)))) in Pa
        by (intros; ring).
      rewrite sum_opp, <- dot_combination_r in Pa.
      apply dot_self_zero. pose proof (dot_self_nonneg d (combination (S k) a z)). lra.
  - (* Not both. *)
    intros [[w Hw] (a & [Ha Sa] & Z)].
    assert (E : sum n (fun i => a i * dot d w (z i)) = 0).
    { rewrite <- dot_combination_r, (dot_ext d w w _ vzero (fun j _ => eq_refl) Z).
      apply dot_zero_r. }
    rewrite sum_all_zero in Sa; [lra|]. intros i Hi.
    assert (Zi : a i * dot d w (z i) = 0).
    { apply (sum_eq_zero n (fun i => a i * dot d w (z i))); auto.
      intros j Hj. specialize (Ha j Hj). specialize (Hw j Hj). nra. }
    specialize (Hw i Hi). nra.
Qed.

(** The signed points y i x i. *)
Definition signed (x : nat -> vec) (y : nat -> R) : nat -> vec := fun i => vscale (y i) (x i).

(** The hyperplane w . x = 0 classifies a labeled point correctly if and only if w . z > 0 for the
    signed point z, which is as long as the point.
    - label : the label is 1 or -1. *)
Theorem def_signed d w x y i (label : y i = 1 \/ y i = -1) :
  (0 < y i * decision d w 0 (x i) <-> 0 < dot d w (signed x y i)) /\
  norm d (signed x y i) = norm d (x i).
Proof.
  unfold signed, decision. rewrite dot_scale_r, norm_scale, Rplus_0_r. split; [tauto|].
  destruct label as [-> | ->]; [rewrite Rabs_R1|rewrite Rabs_left by lra]; ring.
Qed.

Lemma on_one_side_is_separable d n x y :
  (0 < n)%nat -> on_one_side d n (signed x y) <-> separable_through_origin d n x y.
Proof.
  intros Hn.
  assert (E : forall w i, y i * decision d w 0 (x i) = dot d w (signed x y i))
    by (intros; unfold decision, signed; rewrite dot_scale_r; ring).
  split.
  - intros [w Hw]. exists w. split.
    + destruct (norm_nonneg d w) as [P|Z]; [exact P|exfalso]. symmetry in Z. apply norm_zero in Z.
      specialize (Hw O Hn). rewrite (dot_ext d w vzero _ _ Z (fun j _ => eq_refl)) in Hw.
      rewrite dot_zero_l in Hw. lra.
    + intros i Hi. rewrite E. now apply Hw.
  - intros (w & _ & Hw). exists w. intros i Hi. rewrite <- E. now apply Hw.
Qed.

(** Labeled points are either separable through the origin, or some convex combination of their
    signed points is zero.
    - some_point : there is at least one point. *)
Theorem thm_gordan_signed d n x y (some_point : (0 < n)%nat) :
  either_or (separable_through_origin d n x y) (combines_to_zero d n (signed x y)).
Proof.
  (* Labeled points. *)
  pose proof (on_one_side_is_separable d n x y some_point) as E.
  pose proof (thm_gordan d n (signed x y)) as G. unfold either_or in *. tauto.
Qed.

(** Labeled points are either separable, or there are weights with sum a_i y_i x_i = 0 and sum a_i
    y_i = 0.
    - some_dimension : the points have at least one coordinate.
    - some_point : there is at least one point.
    - labels : all labels are 1 or -1. *)
Theorem thm_gordan_lifted d n x y (some_dimension : (0 < d)%nat) (some_point : (0 < n)%nat)
    (labels : labelled n y) :
  either_or (separable d n x y)
    (exists a, weights n a /\ veq d (combination n a (signed x y)) vzero /\
               sum n (fun i => a i * y i) = 0).
Proof.
  (* Labeled points: apply this to the lifted signed points *)
  pose proof (thm_lift d n x y some_dimension labels) as L.
  pose proof (thm_gordan_signed (S d) n (fun i => lift d (x i)) y some_point) as G.
  (* a combination of these is zero if that of the signed points is, and that of the labels *)
  assert (E : combines_to_zero (S d) n (signed (fun i => lift d (x i)) y) <->
    exists a, weights n a /\ veq d (combination n a (signed x y)) vzero /\
              sum n (fun i => a i * y i) = 0).
  { split; intros (a & Wa & Za); exists a; (split; [exact Wa|]).
    - split.
      + intros j Hj. etransitivity; [|exact (Za j ltac:(lia))]. apply sum_ext. intros i _.
        unfold signed, vscale, lift. now rewrite append_below.
      + etransitivity; [|exact (Za d ltac:(lia))]. apply sum_ext. intros i _.
        unfold signed, vscale, lift. rewrite append_last. ring.
    - destruct Za as [Za Sa]. intros j Hj. destruct (Nat.eq_dec j d) as [->|N].
      + etransitivity; [|exact Sa]. apply sum_ext. intros i _.
        unfold signed, vscale, lift. rewrite append_last. ring.
      + etransitivity; [|exact (Za j ltac:(lia))]. apply sum_ext. intros i _.
        unfold signed, vscale, lift. now rewrite append_below by lia. }
  unfold either_or in *. tauto.
Qed.
