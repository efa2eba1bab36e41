(** * Kernels

    A feature map gives each point a list of numbers, perhaps an infinite one whose squares have a
    finite sum; a kernel is the inner product of the lists of two points. A list is a function
    from [nat] to [R], and a finite list is one that goes on with zeros. What is true of any inner
    product is proved in any space (see FeatureSpaces). Points may be of any type X. *)
Require Import Reals Lra Lia Psatz List FinFun.
From Margin Require Import Vectors Runs FeatureSpaces.
From Margin Require Perceptron Hinge.
Import ListNotations.
Open Scope R_scope.

(** ** Four points that no hyperplane separates *)

(** The exclusive or: (1, -1) and (-1, 1) with label +1, (1, 1) and (-1, -1) with label -1. *)
Definition pair_of (a b : R) : vec := fun j => match j with O => a | _ => b end.
Definition xor_point (i : nat) : vec :=
  match i with
  | O => pair_of 1 (-1)
  | 1 => pair_of (-1) 1
  | 2 => pair_of 1 1
  | _ => pair_of (-1) (-1)
  end.
Definition xor_label (i : nat) : R := match i with O | 1 => 1 | _ => -1 end.

(** No line, with a bias or without, has the four points of the exclusive or on their proper
    sides. *)
Theorem thm_xor (w : vec) (b : R) :
  ~ forall i, (i < 4)%nat -> 0 < xor_label i * (dot 2 w (xor_point i) + b).
Proof.
  intros S.
  (* Suppose one does: the four numbers are positive. *)
  pose proof (S 0%nat ltac:(lia)) as S0. pose proof (S 1%nat ltac:(lia)) as S1.
  pose proof (S 2%nat ltac:(lia)) as S2. pose proof (S 3%nat ltac:(lia)) as S3.
  (* The points cancel: their sum is 0. *)
  unfold dot in *. simpl in *. lra.
Qed.

(** The map appends x_1 x_2 as a third coordinate. *)
Definition with_product (x : vec) : vec := append 2 x (x 0%nat * x 1%nat).
Definition down : vec := fun j => match j with 2%nat => -1 | _ => 0 end.

(** With the third coordinate the hyperplane of normal (0, 0, -1) separates the four with margin
    1. *)
Theorem thm_xor_mapped :
  norm 3 down = 1 /\
  forall i, (i < 4)%nat -> xor_label i * (dot 3 down (with_product (xor_point i)) + 0) = 1.
Proof.
  split; [apply norm_unique; [lra|]; unfold dot; simpl; lra|].
  intros i Hi. destruct i as [|[|[|[|i]]]]; [| | | |lia]; unfold dot, with_product, append;
    simpl; lra.
Qed.

(** No hyperplane has a larger margin on the four mapped points.
    - w_not_zero : The normal w is not 0. *)
Theorem thm_xor_mapped_best (w : vec) (b : R) (w_not_zero : 0 < norm 3 w) :
  exists i, (i < 4)%nat /\
    xor_label i * (dot 3 w (with_product (xor_point i)) + b) / norm 3 w <= 1.
Proof.
  set (f := fun i => xor_label i * (dot 3 w (with_product (xor_point i)) + b)).
  assert (Mean : f 0%nat + f 1%nat + f 2%nat + f 3%nat = 4 * dot 3 w down)
    by (unfold f, dot, with_product, append; simpl; ring).
  assert (Short : dot 3 w down <= norm 3 w) by (apply shadow_le, thm_xor_mapped).
  enough (E : exists i, (i < 4)%nat /\ f i <= norm 3 w)
    by (destruct E as (i & Hi & E); exists i; split; [exact Hi|apply quotient_le; fold (f i); lra]).
  destruct (Rle_or_lt (f 0%nat) (norm 3 w)); [exists 0%nat; auto with arith|].
  destruct (Rle_or_lt (f 1%nat) (norm 3 w)); [exists 1%nat; auto with arith|].
  destruct (Rle_or_lt (f 2%nat) (norm 3 w)); [exists 2%nat; auto with arith|].
  exists 3%nat. split; [lia|]. lra.
Qed.

(** ** Kernels *)

(** [features phi k]: the inner product of the features of two points is k of the points. *)
Definition features {X : Type} (phi : X -> vec) (k : X -> X -> R) : Prop :=
  forall x x', has_inner (phi x) (phi x') (k x x').

(** A function of two points is a kernel if there is a feature map for it. *)
Definition kernel {X : Type} (k : X -> X -> R) : Prop := exists phi, features phi k.

(** An infinite inner product of lists whose squares have a finite sum is a finite number, and obeys
    Cauchy and Schwarz.
    - u_features : The squares of u have the finite sum a.
    - v_features : The squares of v have the finite sum c. *)
Theorem def_feature_map (u v : vec) (a c : R)
  (u_features : has_inner u u a) (v_features : has_inner v v c) :
  exists l, has_inner u v l /\ l ^ 2 <= a * c.
Proof.
  set (u' := exist _ u (ex_intro _ a u_features) : infinite_lists).
  set (v' := exist _ v (ex_intro _ c v_features) : infinite_lists).
  exists (inner u' v'). split; [apply (infinite_inner_is u' v')|].
  replace a with (inner u' u') by (apply infinite_inner_unique; exact u_features).
  replace c with (inner v' v') by (apply infinite_inner_unique; exact v_features).
  apply inner_cauchy_schwarz.
Qed.

(** The features of a kernel are points of a space: that of infinite lists. *)
Lemma kernel_in_space {X : Type} (k : X -> X -> R) : kernel k ->
  exists phi : X -> infinite_lists, forall x x', inner (phi x) (phi x') = k x x'.
Proof.
  intros [phi H].
  exists (fun x => exist _ (phi x) (ex_intro _ (k x x) (H x x)) : infinite_lists).
  intros x x'. apply infinite_inner_unique. apply H.
Qed.

(** ** The features of the polynomial kernel *)

(** All lists [m_d; ...; m_1; m_0] of whole numbers with the sum p. *)
Fixpoint exponents (d p : nat) : list (list nat) :=
  match d with
  | O => [[p]]
  | S d => flat_map (fun q => map (cons (p - q)%nat) (exponents d q)) (seq 0 (S p))
  end.

Lemma exponents_next d p : exponents (S d) p =
  flat_map (fun q => map (cons (p - q)%nat) (exponents d q)) (seq 0 (S p)).
Proof. reflexivity. Qed.

(** m_0! m_1! ... m_d! *)
Definition factorials (ms : list nat) : R := fold_right (fun a f => INR (fact a) * f) 1 ms.

(** r^m_0, and x_1^m_1 ... x_d^m_d (the coordinates are numbered from 0). *)
Fixpoint constant_part (d : nat) (r : R) (ms : list nat) : R :=
  match d, ms with
  | O, a :: _ => r ^ a
  | S d, _ :: ms => constant_part d r ms
  | _, [] => 1
  end.
Fixpoint monomial (d : nat) (x : vec) (ms : list nat) : R :=
  match d, ms with
  | S d, a :: ms => x d ^ a * monomial d x ms
  | _, _ => 1
  end.

(** The feature of the book: sqrt (p!/(m_0! ... m_d!) r^m_0) x_1^m_1 ... x_d^m_d. *)
Definition polynomial_feature d p (r : R) (ms : list nat) (x : vec) : R :=
  sqrt (INR (fact p) / factorials ms * constant_part d r ms) * monomial d x ms.

(** The sum of f over a list. *)
Definition sum_over {A : Type} (l : list A) (f : A -> R) : R := fold_right (fun a s => f a + s) 0 l.

Lemma sum_over_app {A} (l l' : list A) f : sum_over (l ++ l') f = sum_over l f + sum_over l' f.
Proof. induction l as [|a l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_over_map {A B} (g : A -> B) l f : sum_over (map g l) f = sum_over l (fun a => f (g a)).
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

Lemma sum_over_flat_map {A B} (g : A -> list B) l f :
  sum_over (flat_map g l) f = sum_over l (fun a => sum_over (g a) f).
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. now rewrite sum_over_app, IH. Qed.

Lemma sum_over_seq n f : sum_over (seq 0 n) f = sum n f.
Proof.
  induction n as [|n IH]; [reflexivity|].
  rewrite seq_S, sum_over_app, IH. simpl. ring.
Qed.

Lemma sum_over_ext {A} (l : list A) f f' :
  (forall a, In a l -> f a = f' a) -> sum_over l f = sum_over l f'.
Proof.
  induction l as [|a l IH]; intros H; simpl; [reflexivity|].
  rewrite (H a), IH; [reflexivity| |now left]. intros b Hb. apply H. now right.
Qed.

Lemma sum_over_scale {A} (l : list A) c f : sum_over l (fun a => c * f a) = c * sum_over l f.
Proof. induction l as [|a l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_over_one {A} (l : list A) : sum_over l (fun _ => 1) = INR (length l).
Proof.
  induction l as [|a l IH]; [reflexivity|]. simpl length. rewrite S_INR, <- IH. simpl. ring.
Qed.

Lemma in_exponents_next d p ms : In ms (exponents (S d) p) <->
  exists q ms', (q <= p)%nat /\ In ms' (exponents d q) /\ ms = (p - q)%nat :: ms'.
Proof.
  rewrite exponents_next, in_flat_map. split.
  - intros (q & Hq & H). apply in_seq in Hq. apply in_map_iff in H as (ms' & <- & H).
    exists q, ms'. split; [lia|auto].
  - intros (q & ms' & Hq & H & ->). exists q. split; [apply in_seq; lia|]. now apply in_map.
Qed.

(** One feature for each choice of m_0, ..., m_d with the sum p, ... *)
Lemma exponents_are d : forall p ms,
  In ms (exponents d p) <-> length ms = S d /\ list_sum ms = p.
Proof.
  induction d as [|d IH]; intros p ms.
  - simpl. split.
    + intros [<-|[]]. simpl. lia.
    + intros [L E]. destruct ms as [|a [|b ms]]; try discriminate. simpl in E. left. f_equal. lia.
  - rewrite in_exponents_next. split.
    + intros (q & ms' & Hq & H & ->). apply IH in H as [L E]. simpl. rewrite L, E. lia.
    + intros [L E]. destruct ms as [|a ms]; [discriminate|]. simpl in L, E.
      exists (list_sum ms), ms. split; [lia|split].
      * apply IH. lia.
      * f_equal. lia.
Qed.

(** ... and none twice. *)
Lemma exponents_once d : forall p, NoDup (exponents d p).
Proof.
  induction d as [|d IH]; intros p; [simpl; repeat constructor; auto|].
  assert (Part : forall l, NoDup l -> (forall q, In q l -> (q <= p)%nat) ->
    NoDup (flat_map (fun q => map (cons (p - q)%nat) (exponents d q)) l)).
  { induction l as [|q l IHl]; intros N B; simpl; [constructor|].
    inversion N as [|? ? Fresh N']; subst.
    assert (Later : forall a, ~ (In a (map (cons (p - q)%nat) (exponents d q)) /\
      In a (flat_map (fun q => map (cons (p - q)%nat) (exponents d q)) l))).
    { intros a [H1 H2]. apply in_map_iff in H1 as (ms & <- & _).
      apply in_flat_map in H2 as (q' & Hq' & H2). apply in_map_iff in H2 as (ms' & E & _).
      injection E as E _. pose proof (B q (or_introl eq_refl)). pose proof (B q' (or_intror Hq')).
      replace q' with q in Hq' by lia. contradiction. }
    assert (First : NoDup (map (cons (p - q)%nat) (exponents d q)))
      by (apply Injective_map_NoDup; [intros u v E; now injection E|apply IH]).
    assert (Rest : NoDup (flat_map (fun q => map (cons (p - q)%nat) (exponents d q)) l))
      by (apply IHl; [exact N'|intros; apply B; now right]).
    induction First as [|a f Ha _ IHf]; simpl; [exact Rest|]. constructor.
    - rewrite in_app_iff. intros [H|H]; [contradiction|]. apply (Later a).
      split; [now left|exact H].
    - apply IHf. intros b [H1 H2]. apply (Later b). split; [now right|exact H2]. }
  apply Part; [apply seq_NoDup|]. intros q Hq. apply in_seq in Hq. lia.
Qed.

Lemma factorials_positive ms : 0 < factorials ms.
Proof.
  induction ms as [|a ms IH]; simpl; [lra|].
  apply Rmult_lt_0_compat; [apply INR_fact_lt_0|exact IH].
Qed.

Lemma constant_part_nonneg d : forall r ms, 0 <= r -> 0 <= constant_part d r ms.
Proof.
  induction d as [|d IH]; intros r [|a ms] Hr; simpl; try lra; [now apply pow_le|now apply IH].
Qed.

Lemma monomial_times d : forall x x' ms,
  monomial d x ms * monomial d x' ms = monomial d (fun j => x j * x' j) ms.
Proof.
  induction d as [|d IH]; intros x x' ms; destruct ms as [|a ms]; simpl; try ring.
  rewrite <- IH, Rpow_mult_distr. ring.
Qed.

(** The power of a sum of d + 1 terms, by the binomial theorem for one term after the other. *)
Lemma multinomial d : forall p (t : vec) r,
  (sum d t + r) ^ p = sum_over (exponents d p) (fun ms =>
    INR (fact p) / factorials ms * constant_part d r ms * monomial d t ms).
Proof.
  induction d as [|d IH]; intros p t r.
  - simpl. rewrite Rplus_0_l. field. apply INR_fact_neq_0.
  - replace (sum (S d) t + r) with ((sum d t + r) + t d) by (simpl; ring).
    rewrite binomial, exponents_next, sum_over_flat_map, sum_over_seq.
    assert (Same : forall s n, sum (S n) s = sum_f_R0 s n).
    { intros s n. induction n as [|n IHn]; [simpl; ring|]. simpl in *. now rewrite IHn. }
    rewrite <- Same. apply sum_ext. intros q Hq. rewrite sum_over_map, IH.
    rewrite Rmult_comm, <- Rmult_assoc, <- sum_over_scale. apply sum_over_ext. intros ms _.
    unfold C. simpl. pose proof (factorials_positive ms).
    field. repeat split; try apply INR_fact_neq_0; lra.
Qed.

(** (x.x' + r)^p is the inner product of the features, one for each choice of m_0, ..., m_d with
    the sum p.
    - r_nonneg : The number r is not negative. *)
Theorem thm_kernel_features d p (r : R) (x x' : vec) (r_nonneg : 0 <= r) :
  (dot d x x' + r) ^ p =
  sum_over (exponents d p) (fun ms =>
    polynomial_feature d p r ms x * polynomial_feature d p r ms x').
Proof.
  (* Multiply out: the bracket is a sum of d + 1 terms *)
  unfold dot.
  (* Collect: p!/(m_0! ... m_d!) of the products are equal *)
  rewrite multinomial. apply sum_over_ext. intros ms _.
  (* Share *)
  unfold polynomial_feature. rewrite <- monomial_times.
  set (c := INR (fact p) / factorials ms * constant_part d r ms).
  assert (0 <= c).
  { apply Rmult_le_pos; [|now apply constant_part_nonneg].
    left. apply Rdiv_lt_0_compat; [apply INR_fact_lt_0|apply factorials_positive]. }
  rewrite <- (sqrt_sqrt c) at 1 by assumption. ring.
Qed.

(** The choices are all lists of d + 1 whole numbers with the sum p, each once, and there are
    (d + p)!/(d! p!) of them. *)
Theorem thm_kernel_features_count d p :
  (forall ms, In ms (exponents d p) <-> length ms = S d /\ list_sum ms = p) /\
  NoDup (exponents d p) /\ INR (length (exponents d p)) = C (d + p) p.
Proof.
  split; [apply exponents_are|split; [apply exponents_once|]].
  (* Count *)
  assert (Next : forall d p, INR (length (exponents (S d) p)) =
            sum (S p) (fun q => INR (length (exponents d q)))).
  { intros e q. rewrite <- sum_over_one, exponents_next.
    rewrite sum_over_flat_map, sum_over_seq. apply sum_ext. intros i _.
    now rewrite sum_over_map, sum_over_one. }
  assert (diagonal : forall n, C n n = 1).
  { intros n. unfold C. rewrite Nat.sub_diag. simpl. field. apply INR_fact_neq_0. }
  revert p. induction d as [|d IH]; intros p; [simpl; now rewrite diagonal|].
  induction p as [|p IHp].
  - rewrite Next. simpl sum. rewrite IH. unfold C. rewrite !Nat.sub_0_r. simpl (fact 0).
    field. split; [apply INR_fact_neq_0|]. split; [|apply INR_fact_neq_0]. simpl. lra.
  - rewrite Next. cbn [sum]. rewrite Next in IHp. cbn [sum] in IHp. rewrite IHp, IH.
    replace (S d + S p)%nat with (S (S d + p)) by lia. rewrite <- (pascal (S d + p) p) by lia.
    now replace (d + S p)%nat with (S d + p)%nat by lia.
Qed.

(** With r = 0 a feature with m_0 >= 1 is zero.
    - a_choice : The list is one of the choices of m_0, ..., m_d.
    - m0_positive : The list ends with m_0 >= 1. *)
Theorem thm_kernel_features_homogeneous d p ms x
  (a_choice : In ms (exponents d p)) (m0_positive : (1 <= last ms 0)%nat) :
  polynomial_feature d p 0 ms x = 0.
Proof.
  unfold polynomial_feature.
  (* the power of r = 0 in it is zero *)
  assert (Z : constant_part d 0 ms = 0).
  { revert p a_choice. induction ms as [|a ms IH] in d, m0_positive |- *; intros p H.
    - simpl in m0_positive. lia.
    - apply exponents_are in H as [L E]. simpl in L. destruct d as [|d].
      + destruct ms; [|discriminate]. simpl in *. apply pow_ne_zero. lia.
      + simpl. destruct ms as [|b ms]; [discriminate|].
        apply (IH d m0_positive (list_sum (b :: ms))).
        apply exponents_are. split; [lia|reflexivity]. }
  rewrite Z, Rmult_0_r, sqrt_0. ring.
Qed.

(** With r = 0 the others are the products of exactly p coordinates: there are
    (d + p)!/(d! p!) of them for points of d + 1 coordinates. *)
Theorem thm_kernel_features_homogeneous_count d p :
  INR (length (filter (fun ms => last ms 0 =? 0)%nat (exponents (S d) p))) = C (d + p) p.
Proof.
  (* Count: without m_0, which is 0, they are the choices for one coordinate less *)
  assert (Same : forall d p, length (filter (fun ms => last ms 0 =? 0)%nat (exponents (S d) p)) =
                        length (exponents d p)).
  { clear. assert (Last : forall a ms, ms <> [] -> last (a :: ms) 0%nat = last ms 0%nat)
      by (intros a [|b ms] H; [contradiction|reflexivity]).
    assert (Tail : forall d p q, filter (fun ms => last ms 0 =? 0)%nat
              (map (cons (p - q)%nat) (exponents d q)) =
            map (cons (p - q)%nat) (filter (fun ms => last ms 0 =? 0)%nat (exponents d q))).
    { intros d p q. assert (NE : forall ms, In ms (exponents d q) -> ms <> [])
        by (intros ms H E; apply exponents_are in H as [L _]; subst; discriminate).
      induction (exponents d q) as [|ms l IH]; [reflexivity|].
      cbn [map filter]. rewrite Last by (apply NE; now left).
      destruct (last ms 0 =? 0)%nat; cbn [map]; rewrite IH; auto; intros; apply NE; now right. }
    assert (Flat : forall (g : nat -> list (list nat)) l,
              length (filter (fun ms => last ms 0 =? 0)%nat (flat_map g l)) =
              list_sum (map (fun q => length (filter (fun ms => last ms 0 =? 0)%nat (g q))) l)).
    { intros g l. induction l as [|q l IH]; [reflexivity|].
      simpl flat_map. rewrite filter_app, app_length, IH. reflexivity. }
    assert (Len : forall (g : nat -> list (list nat)) l,
              length (flat_map g l) = list_sum (map (fun q => length (g q)) l)).
    { intros g l. induction l as [|q l IH]; [reflexivity|].
      simpl flat_map. now rewrite app_length, IH. }
    induction d as [|d IH]; intros p.
    - rewrite exponents_next, Flat.
      change (length (exponents 0 p)) with 1%nat.
      assert (One : forall q, length (filter (fun ms => last ms 0 =? 0)%nat
                (map (cons (p - q)%nat) (exponents 0 q))) = if (q =? 0)%nat then 1%nat else 0%nat)
        by (intros [|q]; reflexivity).
      rewrite (map_ext _ _ One). rewrite <- cons_seq. cbn [map list_sum fold_right].
      rewrite <- seq_shift, map_map. cbn [Nat.eqb].
      assert (Z : forall l : list nat, list_sum (map (fun _ => 0%nat) l) = 0%nat)
        by (induction l as [|b l IHl]; simpl; auto).
      unfold list_sum in Z. now rewrite Z.
    - rewrite exponents_next, (exponents_next d p), Flat, Len. f_equal. apply map_ext. intros q.
      now rewrite Tail, !map_length, IH. }
  rewrite Same. apply thm_kernel_features_count.
Qed.

(** ** Which functions are kernels? *)

(** The Gram matrix of any points under a kernel is symmetric and positive semidefinite.
    - is_kernel : k is a kernel. *)
Theorem thm_kernel_psd {X : Type} (k : X -> X -> R) n (x : nat -> X) (c : nat -> R)
  (is_kernel : kernel k) :
  (forall i j, k (x i) (x j) = k (x j) (x i)) /\
  0 <= sum n (fun i => sum n (fun j => c i * c j * k (x i) (x j))).
Proof.
  destruct (kernel_in_space k is_kernel) as [phi K]. split.
  - (* Symmetric *) intros i j. rewrite <- !K. apply inner_comm.
  - (* A square *)
    replace (sum n (fun i => sum n (fun j => c i * c j * k (x i) (x j))))
      with (inner (combine n c (fun i => phi (x i))) (combine n c (fun i => phi (x i)))).
    + apply inner_self_nonneg.
    + rewrite inner_combine_self. apply sum_ext. intros i _. apply sum_ext. intros j _.
      now rewrite K.
Qed.

(** ** Conversely: a positive semidefinite matrix is a table of inner products *)

Definition symmetric (K : nat -> nat -> R) : Prop := forall i j, K i j = K j i.
Definition quadratic n (K : nat -> nat -> R) (c : nat -> R) : R :=
  sum n (fun i => sum n (fun j => c i * c j * K i j)).
Definition positive_semidefinite n K : Prop := forall c, 0 <= quadratic n K c.

(** The numbers c, and v after them. *)
Lemma quadratic_append n K c v : symmetric K ->
  quadratic (S n) K (append n c v) =
  quadratic n K c + 2 * v * sum n (fun i => c i * K i n) + v ^ 2 * K n n.
Proof.
  intros Sym. unfold quadratic. simpl. rewrite append_last, sum_plus.
  rewrite (sum_ext n (fun i => append n c v i * v * K i n) (fun i => v * (c i * K i n)))
    by (intros i Hi; rewrite append_below by exact Hi; ring).
  rewrite (sum_ext n (fun j => v * append n c v j * K n j) (fun i => v * (c i * K i n)))
    by (intros j Hj; rewrite append_below, (Sym n j) by exact Hj; ring).
  rewrite !sum_scale.
  rewrite (sum_ext n (fun i => sum n (fun j => append n c v i * append n c v j * K i j))
             (fun i => sum n (fun j => c i * c j * K i j))); [ring|].
  intros i Hi. apply sum_ext. intros j Hj. now rewrite !append_below.
Qed.

Lemma psd_smaller n K : symmetric K -> positive_semidefinite (S n) K -> positive_semidefinite n K.
Proof.
  intros Sym P c. specialize (P (append n c 0)). rewrite quadratic_append in P by exact Sym. lra.
Qed.

(** A zero on the diagonal has zeros beside it. *)
Lemma psd_zero_row n K i :
  symmetric K -> positive_semidefinite (S n) K -> K n n = 0 -> (i < n)%nat -> K i n = 0.
Proof.
  intros Sym P Z Hi. destruct (Req_dec (K i n) 0) as [E|N]; [exact E|exfalso].
  set (e := fun j => if (j =? i)%nat then 1 else 0).
  assert (Row : forall a, sum n (fun j => e j * a j) = a i).
  { intros a. rewrite (sum_single n i); [unfold e; rewrite Nat.eqb_refl; ring|exact Hi|].
    intros j _ Hj. unfold e. apply Nat.eqb_neq in Hj as ->. ring. }
  assert (Corner : quadratic n K e = K i i).
  { unfold quadratic. rewrite (sum_ext n _ (fun j => e j * K j i)); [apply (Row (fun j => K j i))|].
    intros j _. change (sum n (fun l => e j * e l * K j l) = e j * K j i).
    rewrite <- (Row (fun l => e j * K j l)). apply sum_ext. intros l _. ring. }
  specialize (P (append n e (- (K i i + 1) / (2 * K i n)))).
  rewrite quadratic_append, Corner, Row, Z in P by exact Sym.
  replace (2 * (- (K i i + 1) / (2 * K i n)) * K i n) with (- (K i i + 1)) in P
    by (field; exact N). lra.
Qed.

(** Any symmetric positive semidefinite matrix is the table of inner products of n vectors of n
    numbers. (The book takes eigenvectors; here the vectors are found one after the other.)
    - K_symmetric : The matrix is symmetric.
    - K_psd : No quadratic sum of the matrix is negative. *)
Theorem thm_kernel_psd_converse n (K : nat -> nat -> R)
  (K_symmetric : symmetric K) (K_psd : positive_semidefinite n K) :
  exists v : nat -> vec, forall i j, (i < n)%nat -> (j < n)%nat -> K i j = dot n (v i) (v j).
Proof.
  revert K K_symmetric K_psd.
  induction n as [|n IH]; intros K Sym P; [exists (fun _ => vzero); lia|].
  (* the last number on the diagonal is not negative *)
  set (p := K n n).
  assert (p_nonneg : 0 <= p).
  { specialize (P (append n vzero 1)). rewrite quadratic_append in P by exact Sym.
    unfold quadratic in P. rewrite !sum_all_zero in P;
      [unfold p; lra|intros; unfold vzero; ring|].
    intros. apply sum_all_zero. intros. unfold vzero. ring. }
  (* what is left of the matrix when the last vector is known *)
  set (K' := fun i j => K i j - K i n * K j n / p).
  assert (Sym' : symmetric K') by (intros i j; unfold K', Rdiv; rewrite (Sym i j); ring).
  assert (P' : positive_semidefinite n K').
  { intros c. set (l := sum n (fun i => c i * K i n)).
    assert (Split : quadratic n K' c = quadratic n K c - l ^ 2 / p).
    { unfold quadratic. replace (l ^ 2 / p) with
        (sum n (fun i => sum n (fun j => c i * c j * (K i n * K j n / p)))).
      - rewrite <- sum_minus. apply sum_ext. intros i _. rewrite <- sum_minus. apply sum_ext.
        intros j _. unfold K'. ring.
      - replace (l ^ 2 / p) with (l * (l * / p)) by (unfold Rdiv; ring). unfold l at 1.
        rewrite <- sum_scale_r. apply sum_ext. intros i _. unfold l.
        rewrite <- sum_scale_r, <- sum_scale. apply sum_ext. intros j _. unfold Rdiv. ring. }
    rewrite Split. destruct (Req_dec p 0) as [Z|N].
    - rewrite Z. unfold Rdiv. replace l with 0.
      + pose proof (psd_smaller n K Sym P c). lra.
      + symmetry. apply sum_all_zero. intros i Hi. rewrite (psd_zero_row n K i); auto. ring.
    - specialize (P (append n c (- l / p))). rewrite quadratic_append in P by exact Sym.
      fold l p in P.
      replace (quadratic n K c - l ^ 2 / p)
        with (quadratic n K c + 2 * (- l / p) * l + (- l / p) ^ 2 * p) by (field; exact N).
      exact P. }
  (* by induction, vectors of n numbers for what is left; each gets one more number *)
  destruct (IH K' Sym' P') as [v Hv].
  set (root := sqrt p). assert (Root : root * root = p) by (apply sqrt_sqrt; exact p_nonneg).
  assert (root_zero : root = 0 -> p = 0) by (intros E; rewrite <- Root, E; ring).
  exists (fun i => if (i =? n)%nat then append n vzero root else append n (v i) (K i n / root)).
  assert (Column : forall i, (i < n)%nat -> K i n / root * root = K i n).
  { intros i Hi. destruct (Req_dec root 0) as [E|N]; [|field; exact N].
    rewrite (psd_zero_row n K i); auto. unfold Rdiv. ring. }
  intros i j Hi Hj.
  destruct (Nat.eqb_spec i n) as [->|Ni], (Nat.eqb_spec j n) as [->|Nj]; rewrite dot_append.
  - rewrite dot_zero_l, Root. unfold p. ring.
  - rewrite dot_zero_l, (Sym n j). pose proof (Column j ltac:(lia)). lra.
  - rewrite dot_zero_r. pose proof (Column i ltac:(lia)). lra.
  - rewrite <- Hv by lia. unfold K'. destruct (Req_dec root 0) as [E|N].
    + rewrite (root_zero E), E, (psd_zero_row n K i), (psd_zero_row n K j);
        auto; try lia. unfold Rdiv. ring.
    + rewrite <- Root. field. exact N.
Qed.

(** ** New kernels from old ones *)

(** It is enough to know the inner products along a part of the lists that goes on forever. *)
Lemma features_along_part {X : Type} (phi : X -> vec) k (part : nat -> nat) :
  (forall n, (n <= part n)%nat) ->
  (forall x x', tends_to (fun n => dot (part n) (phi x) (phi x')) (k x x')) -> features phi k.
Proof.
  intros Far H x x'.
  assert (Square : forall v l, tends_to (fun n => dot (part n) v v) l -> has_inner v v l)
    by (intros v l; apply (rising_along_part (fun n => dot n v v));
        [intros n; apply dot_self_rises|exact Far]).
  assert (Sum : has_inner (vplus (phi x) (phi x')) (vplus (phi x) (phi x'))
                  (k x x + (2 * k x x' + k x' x'))).
  { apply Square. apply (tends_to_ext (fun n => dot (part n) (phi x) (phi x) +
      (2 * dot (part n) (phi x) (phi x') + dot (part n) (phi x') (phi x')))).
    - intros n. rewrite dot_plus_l, !dot_plus_r, (dot_comm (part n) (phi x') (phi x)). ring.
    - apply tends_to_plus; [apply H|]. apply tends_to_plus; [|apply H].
      apply tends_to_scale, H. }
  replace (k x x') with (/ 2 * ((k x x + (2 * k x x' + k x' x')) + (-1 * k x x + -1 * k x' x')))
    by field.
  apply (tends_to_ext (fun n => / 2 * (dot n (vplus (phi x) (phi x')) (vplus (phi x) (phi x')) +
    (-1 * dot n (phi x) (phi x) + -1 * dot n (phi x') (phi x'))))).
  - intros n. rewrite dot_plus_l, !dot_plus_r, (dot_comm n (phi x') (phi x)). field.
  - apply tends_to_scale, tends_to_plus; [exact Sum|].
    apply tends_to_plus; apply tends_to_scale; apply Square, H.
Qed.

(** A finite list: from d on it is 0. *)
Definition finite_list (d : nat) (v : vec) : vec := fun j => if (j <? d)%nat then v j else 0.

Lemma has_inner_finite d u v : has_inner (finite_list d u) (finite_list d v) (dot d u v).
Proof.
  intros e He. exists d. intros n Hn. replace (dot n (finite_list d u) (finite_list d v)) with
    (dot d u v); [unfold R_dist; rewrite Rminus_diag_eq, Rabs_R0; [exact He|reflexivity]|].
  replace n with (d + (n - d))%nat by lia. unfold dot. rewrite sum_app.
  rewrite (sum_all_zero (n - d)), Rplus_0_r.
  - apply sum_ext. intros j Hj. unfold finite_list. now apply Nat.ltb_lt in Hj as ->.
  - intros j _. unfold finite_list. destruct (Nat.ltb_spec (d + j) d); [lia|ring].
Qed.

Section Rules.
Context {X : Type}.
Implicit Types phi psi : X -> vec.

(** Multiple, and Weights: the features times a number that may depend on the point. *)
Definition weighted (g : X -> R) phi : X -> vec := fun x => vscale (g x) (phi x).

Lemma features_weighted g phi k :
  features phi k -> features (weighted g phi) (fun x x' => g x * k x x' * g x').
Proof.
  intros H x x'. replace (g x * k x x' * g x') with (g x * (g x' * k x x')) by ring.
  apply (tends_to_ext (fun n => g x * (g x' * dot n (phi x) (phi x')))).
  - intros n. unfold weighted. now rewrite dot_scale_l, dot_scale_r.
  - do 2 apply tends_to_scale. apply H.
Qed.

(** Sum: the features of both, in turns. *)
Definition in_turns phi psi : X -> vec := fun x j =>
  if Nat.even j then phi x (Nat.div2 j) else psi x (Nat.div2 j).

Lemma dot_in_turns phi psi x x' n :
  dot (2 * n) (in_turns phi psi x) (in_turns phi psi x') =
  dot n (phi x) (phi x') + dot n (psi x) (psi x').
Proof.
  induction n as [|n IH]; [unfold dot; simpl; ring|].
  replace (2 * S n)%nat with (S (S (2 * n))) by lia. unfold dot in *. cbn [sum].
  rewrite IH. unfold in_turns.
  replace (Nat.even (2 * n)) with true by (symmetry; apply Nat.even_spec; now exists n).
  replace (Nat.even (S (2 * n))) with false.
  - rewrite Nat.div2_double, Nat.div2_succ_double. ring.
  - rewrite Nat.even_succ, <- Nat.negb_even.
    replace (Nat.even (2 * n)) with true by (symmetry; apply Nat.even_spec; now exists n).
    reflexivity.
Qed.

Lemma features_sum phi psi k k' :
  features phi k -> features psi k' -> features (in_turns phi psi) (fun x x' => k x x' + k' x x').
Proof.
  intros H H'. apply (features_along_part _ _ (fun n => 2 * n)%nat); [intros; lia|].
  intros x x'. apply (tends_to_ext (fun n => dot n (phi x) (phi x') + dot n (psi x) (psi x'))).
  - intros n. now rewrite dot_in_turns.
  - apply tends_to_plus; [apply H|apply H'].
Qed.

(** A table of numbers written into one list, so that the first n^2 of the list are those in the
    square of the first n rows and columns. *)
Definition by_squares (f : nat -> nat -> R) (q : nat) : R :=
  let n := Nat.sqrt q in
  let s := (q - n * n)%nat in
  if (s <? n)%nat then f s n else f n (s - n)%nat.

Lemma by_squares_shell f n s : (s < n + S n)%nat ->
  by_squares f (n * n + s) = if (s <? n)%nat then f s n else f n (s - n)%nat.
Proof.
  intros Hs. unfold by_squares.
  replace (Nat.sqrt (n * n + s)) with n by (symmetry; apply Nat.sqrt_unique; lia).
  now replace (n * n + s - n * n)%nat with s by lia.
Qed.

Lemma sum_by_squares f n : sum (n * n) (by_squares f) = sum n (fun i => sum n (fun j => f i j)).
Proof.
  induction n as [|n IH]; [reflexivity|].
  replace (S n * S n)%nat with (n * n + (n + S n))%nat by lia.
  rewrite sum_app, sum_app, IH. cbn [sum]. rewrite sum_plus.
  rewrite (sum_ext n (fun i => by_squares f (n * n + i)) (fun i => f i n)).
  - rewrite (sum_ext n (fun i => by_squares f (n * n + (n + i))) (fun j => f n j)).
    + rewrite by_squares_shell by lia. destruct (Nat.ltb_spec (n + n) n); [lia|].
      replace (n + n - n)%nat with n by lia. ring.
    + intros i Hi. rewrite by_squares_shell by lia. destruct (Nat.ltb_spec (n + i) n); [lia|].
      now replace (n + i - n)%nat with i by lia.
  - intros i Hi. rewrite by_squares_shell by lia. now apply Nat.ltb_lt in Hi as ->.
Qed.

Lemma dot_by_squares f f' n : dot (n * n) (by_squares f) (by_squares f') =
  sum n (fun i => sum n (fun j => f i j * f' i j)).
Proof.
  rewrite <- sum_by_squares. apply sum_ext. intros q _. unfold by_squares.
  now destruct (q - Nat.sqrt q * Nat.sqrt q <? Nat.sqrt q)%nat.
Qed.

(** Product: all products of a feature of one and a feature of the other. *)
Definition all_products phi psi : X -> vec := fun x => by_squares (fun i j => phi x i * psi x j).

Lemma features_product phi psi k k' :
  features phi k -> features psi k' ->
  features (all_products phi psi) (fun x x' => k x x' * k' x x').
Proof.
  intros H H'. apply (features_along_part _ _ (fun n => n * n)%nat); [intros [|n]; lia|].
  intros x x'. apply (tends_to_ext (fun n => dot n (phi x) (phi x') * dot n (psi x) (psi x'))).
  - intros n. unfold all_products. rewrite dot_by_squares. unfold dot at 1 2. rewrite sum_times.
    apply sum_ext. intros i _. apply sum_ext. intros j _. ring.
  - apply CV_mult; [apply H|apply H'].
Qed.

(** A constant that is not negative has one feature, its root. *)
Definition constant (r : R) : X -> vec := fun _ => finite_list 1 (fun _ => sqrt r).

Lemma features_constant r : 0 <= r -> features (constant r) (fun _ _ => r).
Proof.
  intros Hr x x'. replace r with (dot 1 (fun _ => sqrt r) (fun _ => sqrt r)) at 3.
  - apply has_inner_finite.
  - unfold dot. simpl. rewrite sqrt_sqrt by exact Hr. ring.
Qed.

(** Power: multiply m times. *)
Fixpoint power (phi : X -> vec) (m : nat) : X -> vec :=
  match m with O => constant 1 | S l => all_products phi (power phi l) end.

Lemma features_power phi k m : features phi k -> features (power phi m) (fun x x' => k x x' ^ m).
Proof.
  intros H. induction m as [|m IH]; simpl; [apply features_constant; lra|].
  now apply features_product.
Qed.

(** Series: rows of numbers that are not negative, and their sums. *)
Lemma double_sum_tends f (row : nat -> R) total :
  (forall i j, 0 <= f i j) -> (forall i, tends_to (fun n => sum n (f i)) (row i)) ->
  tends_to (fun n => sum n row) total ->
  tends_to (fun n => sum n (fun i => sum n (fun j => f i j))) total.
Proof.
  intros P Rows Total e He.
  assert (Below : forall i n, sum n (f i) <= row i).
  { intros i. apply (rising_below_limit (fun n => sum n (f i))); [|apply Rows].
    intros n. simpl. specialize (P i n). lra. }
  assert (row_nonneg : forall i, 0 <= row i)
    by (intros i; specialize (Below i 0%nat); simpl in Below; lra).
  destruct (Total (e / 2)) as [M HM]; [lra|].
  pose proof (tends_to_sum M (fun i n => sum n (f i)) row (fun i _ => Rows i)) as First.
  destruct (First (e / 2)) as [N HN]; [lra|]. exists (max M N). intros n Hn.
  specialize (HM M (le_n M)). specialize (HN n ltac:(lia)).
  unfold R_dist in *. apply Rabs_def2 in HM, HN.
  (* above: no partial sum is more than the total *)
  assert (Upper : sum n (fun i => sum n (fun j => f i j)) <= total).
  { apply Rle_trans with (sum n row); [apply sum_le; intros i _; apply Below|].
    apply (rising_below_limit (fun n => sum n row));
      [intros q; simpl; specialize (row_nonneg q); lra|exact Total]. }
  (* below: the first M rows are nearly all *)
  assert (Lower : sum M (fun i => sum n (f i)) <= sum n (fun i => sum n (fun j => f i j))).
  { apply (rising_le (fun q => sum q (fun i => sum n (f i)))); [|lia].
    intros q. simpl. assert (0 <= sum n (f q)) by (apply sum_nonneg; auto). lra. }
  apply Rabs_def1; lra.
Qed.

(** The features of all kernels of the series in one list. *)
Definition one_list (phi : nat -> X -> vec) : X -> vec :=
  fun x => by_squares (fun i j => phi i x j).

Lemma features_series (phi : nat -> X -> vec) (ks : nat -> X -> X -> R) k :
  (forall i, features (phi i) (ks i)) ->
  (forall x x', tends_to (fun n => sum n (fun i => ks i x x')) (k x x')) ->
  features (one_list phi) k.
Proof.
  intros H Total. apply (features_along_part _ _ (fun n => n * n)%nat); [intros [|n]; lia|].
  intros x x'.
  assert (Squares : forall v : nat -> vec, forall row total,
    (forall i, has_inner (v i) (v i) (row i)) -> tends_to (fun n => sum n row) total ->
    tends_to (fun n => sum n (fun i => dot n (v i) (v i))) total).
  { intros v row total Hv Hrow.
    apply (double_sum_tends (fun i j => v i j * v i j) row total); [|exact Hv|exact Hrow].
    intros i j. apply Rle_0_sqr. }
  set (both := fun i => vplus (phi i x) (phi i x')).
  assert (Both : forall n, sum n (fun i => dot n (both i) (both i)) =
    sum n (fun i => dot n (phi i x) (phi i x)) + (2 * sum n (fun i => dot n (phi i x) (phi i x'))
      + sum n (fun i => dot n (phi i x') (phi i x')))).
  { intros n. rewrite <- sum_scale, <- !sum_plus. apply sum_ext. intros i _. unfold both.
    rewrite dot_plus_l, !dot_plus_r, (dot_comm n (phi i x') (phi i x)). ring. }
  assert (Limit : tends_to (fun n => sum n (fun i => dot n (both i) (both i)))
                    (k x x + (2 * k x x' + k x' x'))).
  { apply (Squares both (fun i => ks i x x + (2 * ks i x x' + ks i x' x'))).
    - intros i. apply (tends_to_ext (fun n => dot n (phi i x) (phi i x) +
        (2 * dot n (phi i x) (phi i x') + dot n (phi i x') (phi i x')))).
      + intros n. unfold both.
        rewrite dot_plus_l, !dot_plus_r, (dot_comm n (phi i x') (phi i x)). ring.
      + apply tends_to_plus; [apply H|]. apply tends_to_plus; [|apply H].
        apply tends_to_scale, H.
    - apply (tends_to_ext (fun n => sum n (fun i => ks i x x) +
        (2 * sum n (fun i => ks i x x') + sum n (fun i => ks i x' x')))).
      + intros n. now rewrite <- sum_scale, <- !sum_plus.
      + apply tends_to_plus; [apply Total|]. apply tends_to_plus; [|apply Total].
        apply tends_to_scale, Total. }
  replace (k x x') with (/ 2 * ((k x x + (2 * k x x' + k x' x')) + (-1 * k x x + -1 * k x' x')))
    by field.
  apply (tends_to_ext (fun n => / 2 * (sum n (fun i => dot n (both i) (both i)) +
    (-1 * sum n (fun i => dot n (phi i x) (phi i x))
     + -1 * sum n (fun i => dot n (phi i x') (phi i x')))))).
  - intros n. rewrite Both. unfold one_list. rewrite dot_by_squares.
    replace (sum n (fun i => sum n (fun j => phi i x j * phi i x' j)))
      with (sum n (fun i => dot n (phi i x) (phi i x'))) by reflexivity. field.
  - apply tends_to_scale, tends_to_plus; [exact Limit|].
    apply tends_to_plus; apply tends_to_scale;
      (eapply Squares; [intros i; apply H|apply Total]).
Qed.
End Rules.

(** Multiples, sums, products, powers and weightings of kernels are kernels.
    - k_kernel : k is a kernel.
    - k'_kernel : k' is a kernel.
    - a_nonneg : The number a is not negative. *)
Theorem thm_kernel_rules {X : Type} (k k' : X -> X -> R) (a : R) (m : nat) (g : X -> R)
  (k_kernel : kernel k) (k'_kernel : kernel k') (a_nonneg : 0 <= a) :
  kernel (fun x x' => a * k x x') /\
  kernel (fun x x' => k x x' + k' x x') /\
  kernel (fun x x' => k x x' * k' x x') /\
  kernel (fun x x' => k x x' ^ m) /\
  kernel (fun x x' => g x * k x x' * g x').
Proof.
  destruct k_kernel as [phi H], k'_kernel as [psi H']. repeat split.
  - (* Multiple *)
    exists (weighted (fun _ => sqrt a) phi). intros x x'.
    replace (a * k x x') with (sqrt a * k x x' * sqrt a)
      by (rewrite <- (sqrt_sqrt a) at 3 by exact a_nonneg; ring).
    now apply (features_weighted (fun _ => sqrt a) phi k).
  - (* Sum *) exists (in_turns phi psi). now apply features_sum.
  - (* Product *) exists (all_products phi psi). now apply features_product.
  - (* Power *) exists (power phi m). now apply features_power.
  - (* Weights *) exists (weighted g phi). now apply features_weighted.
Qed.

(** If the kernels k_0, k_1, ... have features phi_0, phi_1, ..., and the sum of all k_i(x, x) is
    finite for each x, then the sum of all k_i exists, and is a kernel.
    - ks_kernels : phi_i are features of k_i.
    - finite_sums : The k_i(x, x) have a finite sum. *)
Theorem thm_kernel_rules_series {X : Type} (phi : nat -> X -> vec) (ks : nat -> X -> X -> R)
  (ks_kernels : forall i, features (phi i) (ks i))
  (finite_sums : forall x, exists l, tends_to (fun n => sum n (fun i => ks i x x)) l) :
  exists k, (forall x x', tends_to (fun n => sum n (fun i => ks i x x')) (k x x')) /\ kernel k.
Proof.
  (* The sums converge: twice a k_i is between two sums of squares *)
  assert (Two : forall i x x', 0 <= ks i x x + 2 * ks i x x' + ks i x' x' /\
                          0 <= ks i x x - 2 * ks i x x' + ks i x' x').
  { intros i x x'. destruct (kernel_in_space (ks i)) as [f F]; [now exists (phi i)|].
    pose proof (inner_self_nonneg _ (plus (f x) (f x'))) as P.
    pose proof (inner_self_nonneg _ (minus (f x) (f x'))) as M.
    rewrite inner_plus, !inner_plus_r, !F in P. rewrite inner_minus, !inner_minus_r, !F in M.
    assert (Sym : ks i x' x = ks i x x') by (rewrite <- !F; apply inner_comm).
    rewrite Sym in *. lra. }
  assert (Converges : forall x x', exists l, tends_to (fun n => sum n (fun i => ks i x x')) l).
  { intros x x'. destruct (finite_sums x) as [a Ha], (finite_sums x') as [b Hb].
    set (s := fun n => sum n (fun i => ks i x x + 2 * ks i x x' + ks i x' x')).
    assert (Parts : forall n, s n = sum n (fun i => ks i x x) +
      2 * sum n (fun i => ks i x x') + sum n (fun i => ks i x' x'))
      by (intros n; unfold s; rewrite !sum_plus, sum_scale; reflexivity).
    assert (nonneg : forall i y, 0 <= ks i y y)
      by (intros i y; pose proof (Two i y y); lra).
    assert (rises : forall y n, sum n (fun i => ks i y y) <= sum (S n) (fun i => ks i y y))
      by (intros y n; simpl; specialize (nonneg n y); lra).
    destruct (growing_cv s) as [c Hc].
    - intros n. unfold s. simpl. pose proof (Two n x x'). lra.
    - exists (2 * a + 2 * b). intros v [n ->]. rewrite Parts.
      pose proof (rising_below_limit _ a (rises x) Ha n).
      pose proof (rising_below_limit _ b (rises x') Hb n).
      assert (0 <= sum n (fun i => ks i x x - 2 * ks i x x' + ks i x' x'))
        by (apply sum_nonneg; intros; apply Two).
      rewrite sum_plus, sum_minus, sum_scale in *. lra.
    - exists (/ 2 * (c + (-1 * a + -1 * b))).
      apply (tends_to_ext (fun n => / 2 * (s n + (-1 * sum n (fun i => ks i x x)
        + -1 * sum n (fun i => ks i x' x'))))).
      + intros n. rewrite Parts. field.
      + apply tends_to_scale, tends_to_plus; [exact Hc|].
        apply tends_to_plus; now apply tends_to_scale. }
  assert (Limit : forall x x', { l | tends_to (fun n => sum n (fun i => ks i x x')) l }).
  { intros x x'. apply R_complete. destruct (Converges x x') as [l Hl].
    apply CV_Cauchy. now exists l. }
  set (k := fun x x' => proj1_sig (Limit x x')).
  assert (K : forall x x', tends_to (fun n => sum n (fun i => ks i x x')) (k x x'))
    by (intros x x'; apply (proj2_sig (Limit x x'))).
  (* Series: the features of all of them, written into one list *)
  exists k. split; [exact K|]. exists (one_list phi). now apply (features_series phi ks).
Qed.

(** The linear and the polynomial kernel are kernels.
    - r_nonneg : The number r is not negative. *)
Theorem polynomial_kernel_is_kernel d (r : R) p (r_nonneg : 0 <= r) :
  kernel (dot d) /\ kernel (fun x x' => (dot d x x' + r) ^ p).
Proof.
  assert (Linear : features (finite_list d) (dot d)) by (intros x x'; apply has_inner_finite).
  split; [now exists (finite_list d)|].
  exists (power (in_turns (finite_list d) (constant r)) p).
  apply (features_power _ (fun x x' => dot d x x' + r)).
  apply features_sum; [exact Linear|now apply features_constant].
Qed.

(** A kernel obeys Cauchy and Schwarz.
    - is_kernel : k is a kernel. *)
Theorem ex_kernels_cauchy {X : Type} (k : X -> X -> R) (is_kernel : kernel k) x x' :
  k x x' ^ 2 <= k x x * k x' x'.
Proof.
  destruct (kernel_in_space k is_kernel) as [phi K]. rewrite <- !K. apply inner_cauchy_schwarz.
Qed.

(** Divided by the lengths a kernel is the cosine of an angle, and a kernel.
    - is_kernel : k is a kernel.
    - not_zero : No k(x, x) is 0. *)
Theorem ex_kernels_cosine {X : Type} (k : X -> X -> R)
  (is_kernel : kernel k) (not_zero : forall x, 0 < k x x) :
  kernel (fun x x' => k x x' / sqrt (k x x * k x' x')) /\
  forall x, k x x / sqrt (k x x * k x x) = 1.
Proof.
  split.
  - (* divide each list of features by its length *)
    destruct is_kernel as [phi H]. exists (weighted (fun x => / sqrt (k x x)) phi). intros x x'.
    pose proof (sqrt_lt_R0 _ (not_zero x)). pose proof (sqrt_lt_R0 _ (not_zero x')).
    replace (k x x' / sqrt (k x x * k x' x')) with (/ sqrt (k x x) * k x x' * / sqrt (k x' x')).
    + now apply (features_weighted (fun x => / sqrt (k x x)) phi k).
    + rewrite sqrt_mult by (left; auto). field. lra.
  - (* the cosine of the angle of a vector to itself *)
    intros x. pose proof (not_zero x). rewrite sqrt_square by lra. field. lra.
Qed.

(** ** Infinitely many features *)

(** The RBF kernel. *)
Definition rbf d (gamma : R) (x x' : vec) : R := exp (- gamma * norm d (vminus x x') ^ 2).

(** Step Expand the square. *)
Lemma rbf_unfold d gamma x x' :
  rbf d gamma x x' =
  exp (- gamma * norm d x ^ 2) * exp (2 * gamma * dot d x x') * exp (- gamma * norm d x' ^ 2).
Proof. unfold rbf. rewrite <- !exp_plus. f_equal. rewrite norm_minus_sqr. ring. Qed.

(** The exponential series. *)
Lemma exp_series t : tends_to (fun n => sum n (fun i => / INR (fact i) * t ^ i)) (exp t).
Proof.
  assert (Same : forall s n, sum (S n) s = sum_f_R0 s n).
  { intros s n. induction n as [|n IH]; [simpl; ring|]. simpl in *. now rewrite IH. }
  unfold exp. destruct (exist_exp t) as [l Hl]. simpl. intros e He.
  destruct (Hl e He) as [N HN]. exists (S N). intros [|n] Hn; [lia|].
  rewrite Same. apply HN. lia.
Qed.

Definition exp_weight (gamma : R) (i : nat) : R := (2 * gamma) ^ i * / INR (fact i).

Lemma exp_weight_nonneg gamma i : 0 <= gamma -> 0 <= exp_weight gamma i.
Proof.
  intros Hg. unfold exp_weight. apply Rmult_le_pos; [apply pow_le; lra|].
  left. apply Rinv_0_lt_compat, INR_fact_lt_0.
Qed.

(** For each gamma > 0 the RBF kernel is a kernel, all its feature vectors have length 1, and in one
    dimension its features are exp(-gamma x^2) sqrt((2 gamma)^m/m!) x^m for m = 0, 1, 2, ...
    - gamma_positive : gamma is above 0. *)
Theorem thm_rbf_features d gamma (gamma_positive : 0 < gamma) :
  kernel (rbf d gamma) /\
  (forall phi, features phi (rbf d gamma) -> forall x, has_inner (phi x) (phi x) 1) /\
  features (fun x m => exp (- gamma * x 0%nat ^ 2) *
                       sqrt ((2 * gamma) ^ m * / INR (fact m)) * x 0%nat ^ m) (rbf 1 gamma).
Proof.
  split; [|split].
  - (* Series *)
    pose (ks := fun i (x x' : vec) =>
      sqrt (exp_weight gamma i) * dot d x x' ^ i * sqrt (exp_weight gamma i)).
    pose (phi := fun i => weighted (fun _ => sqrt (exp_weight gamma i)) (power (finite_list d) i)).
    assert (Terms : forall i, features (phi i) (ks i)).
    { intros i. apply (features_weighted (fun _ => sqrt (exp_weight gamma i))).
      apply (features_power _ (dot d)). intros x x'. apply has_inner_finite. }
    assert (Total : forall x x', tends_to (fun n => sum n (fun i => ks i x x'))
                                   (exp (2 * gamma * dot d x x'))).
    { intros x x'. apply (tends_to_ext (fun n => sum n (fun i =>
        / INR (fact i) * (2 * gamma * dot d x x') ^ i))); [|apply exp_series].
      intros n. apply sum_ext. intros i _. unfold ks.
      replace (sqrt (exp_weight gamma i) * dot d x x' ^ i * sqrt (exp_weight gamma i))
        with (sqrt (exp_weight gamma i) * sqrt (exp_weight gamma i) * dot d x x' ^ i) by ring.
      rewrite sqrt_sqrt by (apply exp_weight_nonneg; lra). unfold exp_weight.
      rewrite (Rpow_mult_distr (2 * gamma) (dot d x x')). ring. }
    (* Weights *)
    exists (weighted (fun x => exp (- gamma * norm d x ^ 2)) (one_list phi)).
    intros x x'. rewrite rbf_unfold.
    apply (features_weighted (fun x => exp (- gamma * norm d x ^ 2)) (one_list phi)
      (fun x x' => exp (2 * gamma * dot d x x'))).
    now apply (features_series phi ks).
  - (* Length *)
    intros phi H x. replace 1 with (rbf d gamma x x); [apply H|].
    unfold rbf. rewrite norm_sqr, dot_minus_l, !dot_minus_r, <- exp_0. f_equal. ring.
  - (* One dimension *)
    intros x x'. rewrite rbf_unfold.
    set (g := exp (- gamma * norm 1 x ^ 2)). set (g' := exp (- gamma * norm 1 x' ^ 2)).
    replace (g * exp (2 * gamma * dot 1 x x') * g')
      with (g * g' * exp (2 * gamma * dot 1 x x')) by ring.
    apply (tends_to_ext (fun n => g * g' * sum n (fun i =>
      / INR (fact i) * (2 * gamma * dot 1 x x') ^ i))); [|apply tends_to_scale, exp_series].
    assert (One : forall v : vec, exp (- gamma * v 0%nat ^ 2) = exp (- gamma * norm 1 v ^ 2))
      by (intros v; rewrite norm_sqr; unfold dot; simpl; do 2 f_equal; ring).
    intros n. rewrite <- sum_scale. apply sum_ext. intros m _. rewrite !One. fold g g'.
    replace (dot 1 x x') with (x 0%nat * x' 0%nat) by (unfold dot; simpl; ring).
    rewrite (Rpow_mult_distr (2 * gamma)), (Rpow_mult_distr (x 0%nat)).
    pose proof (exp_weight_nonneg gamma m ltac:(lra)) as W. unfold exp_weight in W.
    pose proof (sqrt_sqrt _ W) as Root.
    set (s := sqrt ((2 * gamma) ^ m * / INR (fact m))) in *.
    replace (g * s * x 0%nat ^ m * (g' * s * x' 0%nat ^ m))
      with (g * g' * (s * s) * (x 0%nat ^ m * x' 0%nat ^ m)) by ring.
    rewrite Root. ring.
Qed.

(** The three kernels of the definition are kernels: the linear, the polynomial and the RBF kernel.
    - r_nonneg : The number r is not negative.
    - gamma_positive : gamma is above 0. *)
Theorem def_kernel d (r gamma : R) p (r_nonneg : 0 <= r) (gamma_positive : 0 < gamma) :
  kernel (dot d) /\ kernel (fun x x' => (dot d x x' + r) ^ p) /\ kernel (rbf d gamma).
Proof.
  split; [now apply (polynomial_kernel_is_kernel d r p)|split].
  - now apply (polynomial_kernel_is_kernel d r p).
  - now apply thm_rbf_features.
Qed.

(** ** The RBF kernel separates everything *)

(** An exponential with a negative exponent goes to 0. *)
Lemma exp_goes_to_zero a : 0 < a -> tends_to (fun k => exp (- (a * INR k))) 0.
Proof.
  intros Ha e He. destruct (number_above (/ (a * e))) as [N HN]. exists N. intros k Hk.
  apply le_INR in Hk. pose proof (exp_pos (- (a * INR k))) as P.
  unfold R_dist. rewrite Rminus_0_r, Rabs_pos_eq by lra.
  assert (Large : / e < exp (a * INR k)).
  { apply Rlt_le_trans with (1 + a * INR k); [|apply exp_ineq1_le].
    rewrite Rinv_mult in HN. apply (Rmult_lt_compat_l a) in HN; [|exact Ha].
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l in HN by lra. nra. }
  rewrite exp_Ropp. rewrite <- (Rinv_inv e). apply Rinv_lt_contravar; [|exact Large].
  apply Rmult_lt_0_compat; [now apply Rinv_0_lt_compat|apply exp_pos].
Qed.

(** Among the points whose number is not 0 there is a longest, unless all numbers are 0. *)
Lemma longest_point d n (c : nat -> R) (x : nat -> vec) :
  (forall i, (i < n)%nat -> c i = 0) \/
  exists l, (l < n)%nat /\ c l <> 0 /\
    forall i, (i < n)%nat -> c i <> 0 -> norm d (x i) <= norm d (x l).
Proof.
  induction n as [|n [Zero|(l & Hl & Nl & L)]].
  - left. lia.
  - destruct (Req_dec (c n) 0) as [E|N].
    + left. intros i Hi. destruct (Nat.eq_dec i n) as [->|]; [exact E|apply Zero; lia].
    + right. exists n. split; [lia|split; [exact N|]]. intros i Hi Ni.
      destruct (Nat.eq_dec i n) as [->|]; [lra|]. destruct Ni. apply Zero. lia.
  - right. destruct (Req_dec (c n) 0) as [E|N].
    + exists l. split; [lia|split; [exact Nl|]]. intros i Hi Ni.
      destruct (Nat.eq_dec i n) as [->|]; [now destruct Ni|apply L; [lia|exact Ni]].
    + destruct (Rle_or_lt (norm d (x l)) (norm d (x n))) as [Le|Lt].
      * exists n. split; [lia|split; [exact N|]]. intros i Hi Ni.
        destruct (Nat.eq_dec i n) as [->|]; [lra|].
        apply Rle_trans with (norm d (x l)); [apply L; [lia|exact Ni]|exact Le].
      * exists l. split; [lia|split; [exact Nl|]]. intros i Hi Ni.
        destruct (Nat.eq_dec i n) as [->|]; [lra|apply L; [lia|exact Ni]].
Qed.

(** No two of the points are the same. *)
Definition distinct d n (x : nat -> vec) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat -> i <> j -> ~ veq d (x i) (x j).

(** The features of distinct points are independent. *)
Lemma rbf_independent d n x gamma (V : space) (phi : vec -> V) :
  0 < gamma -> distinct d n x -> (forall p q, inner (phi p) (phi q) = rbf d gamma p q) ->
  independent n (fun i => phi (x i)).
Proof.
  intros Hg Distinct K c Zero.
  destruct (longest_point d n c x) as [All|(l & Hl & Nl & Longest)]; [exact All|exfalso].
  (* Suppose that K has no inverse *)
  assert (Vanish : forall p, sum n (fun i => c i * rbf d gamma (x i) p) = 0).
  { intros p. rewrite <- (inner_with_zero V _ (phi p) Zero), inner_combine.
    apply sum_ext. intros i _. now rewrite K. }
  (* Common factors *)
  set (c' := fun i => c i * exp (- gamma * norm d (x i) ^ 2)).
  set (t := fun i => dot d (x i) (x l)).
  assert (Factors : forall s, sum n (fun i => c' i * exp (2 * gamma * (s * t i))) = 0).
  { intros s. specialize (Vanish (vscale s (x l))).
    set (g := exp (- gamma * norm d (vscale s (x l)) ^ 2)).
    assert (0 < g) by apply exp_pos.
    assert (E : g * sum n (fun i => c' i * exp (2 * gamma * (s * t i))) = 0); [|nra].
    rewrite <- Vanish, <- sum_scale. apply sum_ext. intros i _. rewrite rbf_unfold, dot_scale_r.
    fold g. unfold c', t. ring. }
  (* One direction: that of the longest point; it goes furthest along itself *)
  assert (Furthest : forall i, (i < n)%nat -> c i <> 0 -> i <> l -> t i < t l).
  { intros i Hi Ni Nil. pose proof (Longest i Hi Ni) as Le.
    apply squares_le in Le; [|apply norm_nonneg]. rewrite !norm_sqr in Le.
    pose proof (norm_minus_sqr d (x i) (x l)) as M. rewrite !norm_sqr in M.
    pose proof (dot_self_nonneg d (vminus (x i) (x l))) as [P|P].
    - unfold t. lra.
    - exfalso. apply (Distinct i l Hi Hl Nil). intros j Hj.
      pose proof (dot_self_zero d _ (eq_sym P) j Hj) as E. unfold vminus, vzero in E. lra. }
  (* The largest wins *)
  assert (Limit : tends_to (fun k => sum n (fun i =>
      c' i * exp (- (2 * gamma * (t l - t i) * INR k))))
      (sum n (fun i => if (i =? l)%nat then c' l else 0))).
  { apply tends_to_sum. intros i Hi. destruct (Nat.eqb_spec i l) as [->|Nil].
    - apply (tends_to_ext (fun _ => c' l)); [|apply tends_to_const].
      intros k. replace (- (2 * gamma * (t l - t l) * INR k)) with 0 by ring. rewrite exp_0. ring.
    - destruct (Req_dec (c i) 0) as [E|Ni].
      + apply (tends_to_ext (fun _ => 0)); [|apply tends_to_const].
        intros k. unfold c'. rewrite E. ring.
      + replace 0 with (c' i * 0) by ring. apply tends_to_scale, exp_goes_to_zero.
        specialize (Furthest i Hi Ni Nil). nra. }
  assert (Nothing : sum n (fun i => if (i =? l)%nat then c' l else 0) = 0).
  { apply (tends_to_unique _ _ 0 Limit). apply (tends_to_ext (fun _ => 0)); [|apply tends_to_const].
    intros k. symmetry.
    replace 0 with (exp (- (2 * gamma * (INR k * t l))) *
      sum n (fun i => c' i * exp (2 * gamma * (INR k * t i)))) by (rewrite Factors; ring).
    rewrite <- sum_scale. apply sum_ext. intros i _.
    replace (- (2 * gamma * (t l - t i) * INR k)) with
      (- (2 * gamma * (INR k * t l)) + 2 * gamma * (INR k * t i)) by ring.
    rewrite exp_plus. ring. }
  rewrite (sum_single n l) in Nothing; [|exact Hl|].
  - rewrite Nat.eqb_refl in Nothing. unfold c' in Nothing.
    pose proof (exp_pos (- gamma * norm d (x l) ^ 2)). apply Nl. nra.
  - intros i _ Nil. now apply Nat.eqb_neq in Nil as ->.
Qed.

(** The Gram matrix of distinct points under the RBF kernel has an inverse: only zeros are taken to
    zeros, and every list of numbers is reached.
    - gamma_positive : gamma is above 0.
    - points_distinct : No two of the points are the same. *)
Theorem thm_rbf_separates d n x gamma
  (gamma_positive : 0 < gamma) (points_distinct : distinct d n x) :
  (forall c, (forall i, (i < n)%nat -> sum n (fun j => rbf d gamma (x i) (x j) * c j) = 0) ->
     forall j, (j < n)%nat -> c j = 0) /\
  (forall y, exists c, forall i, (i < n)%nat ->
     sum n (fun j => rbf d gamma (x i) (x j) * c j) = y i).
Proof.
  (* the feature vectors of the points are independent *)
  destruct (kernel_in_space _ (proj1 (thm_rbf_features d gamma gamma_positive))) as [phi K].
  pose proof (rbf_independent d n x gamma _ phi gamma_positive points_distinct K) as Ind.
  (* a row of K times c is an inner product with sum c_j phi(x_j) *)
  assert (Row : forall c i, inner (combine n c (fun j => phi (x j))) (phi (x i)) =
                  sum n (fun j => rbf d gamma (x i) (x j) * c j)).
  { intros c i. rewrite inner_combine. apply sum_ext. intros j _.
    rewrite inner_comm, K. ring. }
  split.
  - (* only zeros are taken to zeros: else the sum would have length 0 *)
    intros c Zero. apply (Ind c). rewrite inner_combine_r. apply sum_all_zero. intros i Hi.
    rewrite Row, Zero by exact Hi. ring.
  - (* and independent vectors reach every list of numbers *)
    intros y. destruct (any_outputs _ n _ Ind y) as [c Hc]. exists c. intros i Hi.
    rewrite <- Row. now apply Hc.
Qed.

(** For any labels some hyperplane through the origin of the feature space has all points on their
    proper sides.
    - gamma_positive : gamma is above 0.
    - points_distinct : No two of the points are the same.
    - labels : Each label is +1 or -1.
    - phi_features : phi is a feature map of the RBF kernel. *)
Theorem thm_rbf_separates_plane d n x y gamma (V : space) (phi : vec -> V)
  (gamma_positive : 0 < gamma) (points_distinct : distinct d n x)
  (labels : forall i, (i < n)%nat -> y i = 1 \/ y i = -1)
  (phi_features : forall p q, inner (phi p) (phi q) = rbf d gamma p q) :
  exists w : V, forall i, (i < n)%nat -> y i * inner w (phi (x i)) = 1.
Proof.
  (* A hyperplane *)
  pose proof (rbf_independent d n x gamma V phi gamma_positive points_distinct phi_features) as Ind.
  destruct (any_outputs V n _ Ind y) as [c Hc]. exists (combine n c (fun i => phi (x i))).
  intros i Hi. rewrite Hc by exact Hi. destruct (labels i Hi) as [-> | ->]; ring.
Qed.

(** ** The perceptron without w *)

Section KernelPerceptron.
Context {X : Type}.
Variable k : X -> X -> R.
Variable m : nat.
Variable x : nat -> X.                    (* the points *)
Variable y : nat -> R.                    (* their labels *)

(** f(x') = sum_j alpha_j y_j k(x_j, x') *)
Definition kernel_decision (alpha : vec) (x' : X) : R :=
  sum m (fun j => alpha j * y j * k (x j) x').
Definition kernel_mistake (alpha : vec) (i : nat) : Prop := y i * kernel_decision alpha (x i) <= 0.
Definition count_one_more (alpha : vec) (i : nat) : vec :=
  fun j => if (j =? i)%nat then alpha j + 1 else alpha j.

(** [kernel_perceptron T alpha]: some choice of T updates on misclassified points leads from the
    counts 0, ..., 0 to [alpha]. *)
Definition kernel_perceptron := run m kernel_mistake count_one_more vzero.

(** The w of the same run: sum_j alpha_j y_j phi(x_j). *)
Definition w_of (V : space) (phi : X -> V) (alpha : vec) : V :=
  combine m (fun j => alpha j * y j) (fun j => phi (x j)).

(** Step The same run: an update of the counts adds y_i phi(x_i) to w. *)
Lemma w_of_correction V phi alpha i v : (i < m)%nat ->
  inner (w_of V phi (count_one_more alpha i)) v =
  inner (w_of V phi alpha) v + y i * inner (phi (x i)) v.
Proof.
  intros Hi. unfold w_of. rewrite !inner_combine.
  set (only := fun j => if (j =? i)%nat then y j * inner (phi (x j)) v else 0).
  replace (y i * inner (phi (x i)) v) with (sum m only).
  - rewrite <- sum_plus. apply sum_ext. intros j _. unfold only, count_one_more.
    destruct (j =? i)%nat; ring.
  - rewrite (sum_single m i); unfold only; [now rewrite Nat.eqb_refl|exact Hi|].
    intros j _ Hj. now apply Nat.eqb_neq in Hj as ->.
Qed.

(** Step The same run: w and the counts misclassify the same points. *)
Lemma decision_is_inner V phi alpha i :
  (forall p q, inner (phi p) (phi q) = k p q) ->
  inner (w_of V phi alpha) (phi (x i)) = kernel_decision alpha (x i).
Proof.
  intros K. unfold w_of. rewrite inner_combine. apply sum_ext. intros j _. now rewrite K.
Qed.

Lemma kernel_mistake_dec alpha i : {kernel_mistake alpha i} + {~ kernel_mistake alpha i}.
Proof. apply Rle_dec. Qed.
End KernelPerceptron.

(** The kernel perceptron makes at most R^2/gamma^2 updates, where R^2 is the largest k(x_i, x_i),
    whichever misclassified points it updates on.
    - gamma_positive : The margin gamma is above 0.
    - labels : Each label is +1 or -1.
    - phi_features : phi is a feature map of k.
    - in_ball : No k(x_i, x_i) is above R^2.
    - u_unit : u is a vector of the feature space of length 1.
    - u_margin : Every signed point has at least gamma along u.
    - corrected : alpha are the counts after T updates on misclassified points. *)
Theorem thm_kernel_perceptron {X : Type} (k : X -> X -> R) m x y
  (V : space) (phi : X -> V) (u : V) radius gamma T alpha
  (gamma_positive : 0 < gamma)
  (labels : forall i, (i < m)%nat -> y i = 1 \/ y i = -1)
  (phi_features : forall p q, inner (phi p) (phi q) = k p q)
  (in_ball : forall i, (i < m)%nat -> k (x i) (x i) <= radius ^ 2)
  (u_unit : inner u u = 1)
  (u_margin : forall i, (i < m)%nat -> gamma <= y i * inner u (phi (x i)))
  (corrected : kernel_perceptron k m x y T alpha) :
  INR T <= radius ^ 2 / gamma ^ 2.
Proof.
  set (w := w_of m x y V phi).
  (* Its bound: along u, and length *)
  assert (Both : INR T * gamma <= inner (w alpha) u /\
                 inner (w alpha) (w alpha) <= INR T * radius ^ 2).
  { induction corrected as [|T alpha i _ [Along Length] Hi Mistake].
    - unfold w, w_of. rewrite !inner_combine, !sum_all_zero;
        [simpl; lra|intros; unfold vzero; ring|intros; unfold vzero; ring].
    - specialize (u_margin i Hi). specialize (in_ball i Hi). rewrite S_INR.
      unfold w. rewrite !w_of_correction by exact Hi. fold w. split.
      + rewrite (inner_comm V (phi (x i)) u). lra.
      + rewrite (inner_comm V (w alpha)), (inner_comm V (phi (x i))). unfold w.
        rewrite !w_of_correction, (inner_comm V (phi (x i)) (w_of m x y V phi alpha)) by exact Hi.
        rewrite (decision_is_inner k m x y V phi alpha i phi_features), phi_features.
        fold w. unfold kernel_mistake in Mistake.
        assert (y i * (y i * k (x i) (x i)) = k (x i) (x i))
          by (destruct (labels i Hi) as [-> | ->]; ring). lra. }
  (* Together *)
  destruct Both as [Along Length]. pose proof (inner_cauchy_schwarz V (w alpha) u) as C.
  rewrite u_unit in C. pose proof (pos_INR T).
  assert (Square : (INR T * gamma) ^ 2 <= INR T * radius ^ 2)
    by (apply Rle_trans with (inner (w alpha) u ^ 2); [apply squares_le; nra|lra]).
  apply le_quotient; [nra|].
  destruct (Perceptron.corrections_cases T) as [->|]; [nra|].
  apply (Rmult_le_reg_l (INR T)); nra.
Qed.

(** The kernel perceptron ends, whatever updates it has made so far, with y_i f(x_i) > 0 at all
    points.
    - gamma_positive : The margin gamma is above 0.
    - labels : Each label is +1 or -1.
    - phi_features : phi is a feature map of k.
    - in_ball : No k(x_i, x_i) is above R^2.
    - u_unit : u is a vector of the feature space of length 1.
    - u_margin : Every signed point has at least gamma along u.
    - corrected : alpha are the counts after T updates on misclassified points. *)
Theorem thm_kernel_perceptron_ends {X : Type} (k : X -> X -> R) m x y
  (V : space) (phi : X -> V) (u : V) radius gamma T alpha
  (gamma_positive : 0 < gamma)
  (labels : forall i, (i < m)%nat -> y i = 1 \/ y i = -1)
  (phi_features : forall p q, inner (phi p) (phi q) = k p q)
  (in_ball : forall i, (i < m)%nat -> k (x i) (x i) <= radius ^ 2)
  (u_unit : inner u u = 1)
  (u_margin : forall i, (i < m)%nat -> gamma <= y i * inner u (phi (x i)))
  (corrected : kernel_perceptron k m x y T alpha) :
  exists more alpha_end, run m (kernel_mistake k m x y) count_one_more alpha more alpha_end /\
    forall i, (i < m)%nat -> 0 < y i * kernel_decision k m x y alpha_end (x i).
Proof.
  (* a run that cannot go on forever comes to an end *)
  destruct (bounded_runs_end _ m _ count_one_more (kernel_mistake_dec k m x y) vzero
    (radius ^ 2 / gamma ^ 2)) with (j := T) (s := alpha) as (more & last & Run & End);
    [|exact corrected|].
  - intros j a Hj. now apply (thm_kernel_perceptron k m x y V phi u radius gamma j a).
  - exists more, last. split; [exact Run|]. intros i Hi. specialize (End i Hi).
    unfold kernel_mistake in End. lra.
Qed.

(** ** The best w is a combination of the points *)

(** The price of w and b: half the square of the length, and C for each unit of slack. *)
Definition soft_price (V : space) n (phi : nat -> V) (y : nat -> R) (C : R) (w : V) (b : R) : R :=
  inner w w / 2 + C * sum n (fun i => Rmax 0 (1 - y i * (inner w (phi i) + b))).

(** The rest of w at a right angle to all points is zero, if no vector with the same outputs is
    shorter than w. *)
Lemma shortest_is_combination (V : space) n (phi : nat -> V) (w : V) :
  (forall v : V, (forall i, (i < n)%nat -> inner v (phi i) = inner w (phi i)) ->
     inner w w <= inner v v) ->
  exists c, inner (minus w (combine n c phi)) (minus w (combine n c phi)) = 0.
Proof.
  intros Shortest.
  (* Split *)
  destruct (projection V n phi w) as [c Hc]. exists c.
  set (v := combine n c phi) in *. set (r := minus w v) in *.
  assert (Right_angle : inner r v = 0).
  { unfold v. rewrite inner_combine_r. apply sum_all_zero. intros i Hi. rewrite Hc by exact Hi.
    ring. }
  (* The outputs stay *)
  assert (Outputs : inner w w <= inner v v).
  { apply Shortest. intros i Hi. specialize (Hc i Hi). unfold r in Hc. rewrite inner_minus in Hc.
    lra. }
  (* The length doesn't *)
  assert (Length : inner r r = inner w w - inner v v).
  { pose proof Right_angle as A. unfold r in A |- *. rewrite inner_minus in A.
    rewrite inner_minus, !inner_minus_r, (inner_comm V v w). lra. }
  pose proof (inner_self_nonneg V r). lra.
Qed.

(** If w and b minimize the price of the soft margin over the feature space, w is a combination of
    the points: its distance from one of them is 0.
    - best : No vector and no bias have a smaller price than w and b. *)
Theorem thm_representer (V : space) n (phi : nat -> V) (y : nat -> R) (C : R) (w : V) (b : R)
  (best : forall v a, soft_price V n phi y C w b <= soft_price V n phi y C v a) :
  exists c, inner (minus w (combine n c phi)) (minus w (combine n c phi)) = 0.
Proof.
  (* a vector with the same outputs has the same slack, so it is no shorter *)
  apply shortest_is_combination. intros v Same. specialize (best v b). unfold soft_price in best.
  rewrite (sum_ext n (fun i => Rmax 0 (1 - y i * (inner v (phi i) + b)))
    (fun i => Rmax 0 (1 - y i * (inner w (phi i) + b)))) in best; [lra|].
  intros i Hi. now rewrite Same.
Qed.

(** The same of the hard margin, the shortest w with y_i (w.phi_i + b) >= 1 at all points.
    - proper : w and b have y_i (w.phi_i + b) >= 1 at all points.
    - best : No shorter vector has that, with any bias. *)
Theorem thm_representer_hard (V : space) n (phi : nat -> V) (y : nat -> R) (w : V) (b : R)
  (proper : forall i, (i < n)%nat -> 1 <= y i * (inner w (phi i) + b))
  (best : forall v a, (forall i, (i < n)%nat -> 1 <= y i * (inner v (phi i) + a)) ->
     inner w w <= inner v v) :
  exists c, inner (minus w (combine n c phi)) (minus w (combine n c phi)) = 0.
Proof.
  (* a vector with the same outputs meets the same constraints, so it is no shorter *)
  apply shortest_is_combination. intros v Same. apply (best v b). intros i Hi.
  rewrite Same by exact Hi. now apply proper.
Qed.

(** ** Descent on a Gram matrix *)

(** The multipliers of a run on the Gram matrix K; the draw number t is [draws t], and the step
    after t steps is 2/(mu (t + 2)). *)
Fixpoint gram_descent n (K : nat -> nat -> R) (y : nat -> R) mu (draws : nat -> nat) t : vec :=
  match t with
  | O => vzero
  | S t =>
      let beta := gram_descent n K y mu draws t in
      let i := draws t in
      let q := y i * sum n (fun j => beta j * K i j) in
      fun j => (1 - Hinge.step_size mu t * mu) * beta j
               + (if (j =? i)%nat then if Rlt_dec q 1 then Hinge.step_size mu t * y i else 0 else 0)
  end.

(** On vectors whose inner products are the Gram matrix it is the descent of the chapter on the
    hinge, step for step: at all times w is the sum of beta_i phi_i.
    - gram_matrix : K has the inner products of the phi_i.
    - draws_are_points : Each draw is the number of a point. *)
Theorem alg_kernel_sgd d n (phi : nat -> vec) K y mu draws t
  (gram_matrix : forall i j, (i < n)%nat -> (j < n)%nat -> K i j = dot d (phi i) (phi j))
  (draws_are_points : forall s, (draws s < n)%nat) :
  veq d (Hinge.descent d (fun i => vscale (y i) (phi i)) mu draws t)
        (combination n (gram_descent n K y mu draws t) phi).
Proof.
  induction t as [|t IH]; intros j Hj.
  - symmetry. apply sum_all_zero. intros i _. simpl. unfold vzero. ring.
  - simpl. set (w := Hinge.descent d (fun i => vscale (y i) (phi i)) mu draws t) in *.
    set (beta := gram_descent n K y mu draws t) in *. set (i := draws t).
    assert (Hi : (i < n)%nat) by apply draws_are_points. set (s := Hinge.step_size mu t).
    (* both descents see the same q *)
    assert (Same : dot d w (vscale (y i) (phi i)) = y i * sum n (fun l => beta l * K i l)).
    { rewrite dot_scale_r, (dot_ext d w (combination n beta phi) _ (phi i) IH (fun l _ => eq_refl)).
      rewrite dot_combination_l. f_equal. apply sum_ext. intros l Hl.
      rewrite dot_comm, gram_matrix by assumption. reflexivity. }
    set (step := fun l => if (l =? i)%nat then
      if Rlt_dec (y i * sum n (fun l => beta l * K i l)) 1 then s * y i else 0 else 0).
    assert (Right : combination n (fun l => (1 - s * mu) * beta l + step l) phi j =
              (1 - s * mu) * w j + step i * phi i j).
    { rewrite (IH j Hj). unfold combination. rewrite <- sum_scale.
      rewrite <- (sum_single n i (fun l => step l * phi l j)).
      - rewrite <- sum_plus. apply sum_ext. intros l _. ring.
      - exact Hi.
      - intros l _ N. unfold step. apply Nat.eqb_neq in N as ->. ring. }
    etransitivity; [|symmetry; exact Right].
    unfold step. rewrite Nat.eqb_refl, <- Same.
    unfold vminus, Hinge.drawn_gradient, vplus, Hinge.hinge_slope. fold i s.
    set (q := dot d w (vscale (y i) (phi i))). destruct (Rlt_dec q 1); unfold vscale; ring.
Qed.
