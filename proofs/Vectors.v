(** * Vectors: the common ground of all chapters

    A vector is a function from [nat] to [R]; in dimension [d] only its entries
    [x 0], ..., [x (d - 1)] count. A family of m points is a function [z], and its points are
    [z i] for [i < m]. Here are finite sums, the inner product [dot d x y], the length
    [norm d x], the inequality of Cauchy and Schwarz, linear combinations, and the lift of a
    vector into one dimension more. *)
Require Import Reals Lra Lia Psatz.
Open Scope R_scope.

(** ** Finite sums *)

(** [sum n f] is [f 0 + ... + f (n - 1)]. *)
Fixpoint sum (n : nat) (f : nat -> R) : R :=
  match n with
  | O => 0
  | S m => sum m f + f m
  end.

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof.
  induction n as [|n IH]; intros H; [reflexivity|]. simpl.
  rewrite (IH ltac:(intros; apply H; lia)), (H n) by lia. reflexivity.
Qed.

Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n; simpl; lra. Qed.

Lemma sum_minus n f g : sum n (fun i => f i - g i) = sum n f - sum n g.
Proof. induction n; simpl; lra. Qed.

Lemma sum_opp n f : sum n (fun i => - f i) = - sum n f.
Proof. induction n; simpl; lra. Qed.

Lemma sum_scale n c f : sum n (fun i => c * f i) = c * sum n f.
Proof. induction n; simpl; lra. Qed.

Lemma sum_scale_r n c f : sum n (fun i => f i * c) = sum n f * c.
Proof. induction n; simpl; lra. Qed.

Lemma sum_zero n : sum n (fun _ => 0) = 0.
Proof. induction n; simpl; lra. Qed.

Lemma sum_all_zero n f : (forall i, (i < n)%nat -> f i = 0) -> sum n f = 0.
Proof. intros H. rewrite <- (sum_zero n). now apply sum_ext. Qed.

Lemma sum_const n c : sum n (fun _ => c) = INR n * c.
Proof. induction n; [simpl; lra|]. rewrite S_INR. simpl sum. lra. Qed.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  induction n as [|n IH]; intros H; simpl; [lra|].
  assert (sum n f <= sum n g) by (apply IH; intros; apply H; lia).
  assert (f n <= g n) by (apply H; lia). lra.
Qed.

Lemma sum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof. intros H. rewrite <- (sum_zero n). now apply sum_le. Qed.

(** A term of a sum of numbers that are not negative is at most the sum. *)
Lemma sum_term_le n f k :
  (forall i, (i < n)%nat -> 0 <= f i) -> (k < n)%nat -> f k <= sum n f.
Proof.
  induction n as [|n IH]; intros H Hk; [lia|]. simpl.
  assert (0 <= sum n f) by (apply sum_nonneg; intros; apply H; lia).
  assert (0 <= f n) by (apply H; lia).
  destruct (Nat.eq_dec k n) as [->|]; [lra|].
  assert (f k <= sum n f) by (apply IH; [intros; apply H|]; lia). lra.
Qed.

Lemma sum_pos n f k :
  (forall i, (i < n)%nat -> 0 <= f i) -> (k < n)%nat -> 0 < f k -> 0 < sum n f.
Proof. intros H Hk P. pose proof (sum_term_le n f k H Hk). lra. Qed.

Lemma sum_eq_zero n f :
  (forall i, (i < n)%nat -> 0 <= f i) -> sum n f = 0 -> forall i, (i < n)%nat -> f i = 0.
Proof. intros H E i Hi. pose proof (sum_term_le n f i H Hi). specialize (H i Hi). lra. Qed.

Lemma sum_swap m n f :
  sum m (fun i => sum n (fun j => f i j)) = sum n (fun j => sum m (fun i => f i j)).
Proof. induction m; simpl; [now rewrite sum_zero|]. now rewrite IHm, <- sum_plus. Qed.

Lemma sum_app m n f : sum (m + n) f = sum m f + sum n (fun i => f (m + i)%nat).
Proof.
  induction n as [|n IH]; [rewrite Nat.add_0_r; simpl; lra|].
  rewrite Nat.add_succ_r. simpl. lra.
Qed.

(** A sum in which one index alone counts. *)
Lemma sum_single n k f :
  (k < n)%nat -> (forall i, (i < n)%nat -> i <> k -> f i = 0) -> sum n f = f k.
Proof.
  induction n as [|n IH]; intros Hk H; [lia|]. simpl.
  destruct (Nat.eq_dec k n) as [->|N].
  - rewrite sum_all_zero; [lra|]. intros i Hi; apply H; lia.
  - rewrite IH, (H n); [lra|lia|lia|lia|]. intros; apply H; lia.
Qed.

(** A product of two sums is a double sum. *)
Lemma sum_times m n f g :
  sum m f * sum n g = sum m (fun i => sum n (fun j => f i * g j)).
Proof.
  rewrite <- sum_scale_r. apply sum_ext. intros i Hi. now rewrite sum_scale.
Qed.

(** ** Quotients in inequalities *)

Lemma le_quotient a b c : 0 < b -> a * b <= c -> a <= c / b.
Proof.
  intros Hb H. apply (Rmult_le_reg_r b); [exact Hb|].
  replace (c / b * b) with c by (field; lra). exact H.
Qed.

Lemma quotient_le a b c : 0 < b -> a <= c * b -> a / b <= c.
Proof.
  intros Hb H. apply (Rmult_le_reg_r b); [exact Hb|].
  replace (a / b * b) with a by (field; lra). exact H.
Qed.

Lemma lt_quotient a b c : 0 < b -> a * b < c -> a < c / b.
Proof.
  intros Hb H. apply (Rmult_lt_reg_r b); [exact Hb|].
  replace (c / b * b) with c by (field; lra). exact H.
Qed.

Lemma quotient_lt a b c : 0 < b -> a < c * b -> a / b < c.
Proof.
  intros Hb H. apply (Rmult_lt_reg_r b); [exact Hb|].
  replace (a / b * b) with a by (field; lra). exact H.
Qed.

(** Numbers compare as their squares do. *)
Lemma le_of_squares a b : 0 <= b -> a ^ 2 <= b ^ 2 -> a <= b.
Proof. intros Hb H. destruct (Rle_or_lt a b); [assumption|nra]. Qed.

Lemma lt_of_squares a b : 0 <= b -> a ^ 2 < b ^ 2 -> a < b.
Proof. intros Hb H. destruct (Rlt_or_le a b); [assumption|nra]. Qed.

Lemma squares_le a b : 0 <= a -> a <= b -> a ^ 2 <= b ^ 2.
Proof. intros Ha H. nra. Qed.

(** ** Vectors *)

Definition vec := nat -> R.

Definition vzero : vec := fun _ => 0.
Definition vplus (x y : vec) : vec := fun j => x j + y j.
Definition vminus (x y : vec) : vec := fun j => x j - y j.
Definition vscale (c : R) (x : vec) : vec := fun j => c * x j.

(** [combination m a z] is [a 0 * z 0 + ... + a (m - 1) * z (m - 1)]. *)
Definition combination (m : nat) (a : nat -> R) (z : nat -> vec) : vec :=
  fun j => sum m (fun i => a i * z i j).

(** Vectors of dimension [d] are equal when their first [d] entries are. *)
Definition veq (d : nat) (x y : vec) : Prop := forall j, (j < d)%nat -> x j = y j.

(** ** The inner product *)

Definition dot (d : nat) (x y : vec) : R := sum d (fun j => x j * y j).

Lemma dot_ext d x x' y y' : veq d x x' -> veq d y y' -> dot d x y = dot d x' y'.
Proof. intros Hx Hy. apply sum_ext. intros j Hj. now rewrite (Hx j Hj), (Hy j Hj). Qed.

Lemma dot_comm d x y : dot d x y = dot d y x.
Proof. apply sum_ext. intros; ring. Qed.

Lemma dot_plus_l d x y z : dot d (vplus x y) z = dot d x z + dot d y z.
Proof. unfold dot, vplus. rewrite <- sum_plus. apply sum_ext. intros; ring. Qed.

Lemma dot_minus_l d x y z : dot d (vminus x y) z = dot d x z - dot d y z.
Proof. unfold dot, vminus. rewrite <- sum_minus. apply sum_ext. intros; ring. Qed.

Lemma dot_scale_l d c x z : dot d (vscale c x) z = c * dot d x z.
Proof. unfold dot, vscale. rewrite <- sum_scale. apply sum_ext. intros; ring. Qed.

Lemma dot_plus_r d x y z : dot d z (vplus x y) = dot d z x + dot d z y.
Proof. now rewrite dot_comm, dot_plus_l, !(dot_comm d z). Qed.

Lemma dot_minus_r d x y z : dot d z (vminus x y) = dot d z x - dot d z y.
Proof. now rewrite dot_comm, dot_minus_l, !(dot_comm d z). Qed.

Lemma dot_scale_r d c x z : dot d z (vscale c x) = c * dot d z x.
Proof. now rewrite dot_comm, dot_scale_l, (dot_comm d z). Qed.

Lemma dot_zero_l d z : dot d vzero z = 0.
Proof. apply sum_all_zero. intros; unfold vzero; ring. Qed.

Lemma dot_zero_r d z : dot d z vzero = 0.
Proof. now rewrite dot_comm, dot_zero_l. Qed.

Lemma dot_combination_r d m a z w :
  dot d w (combination m a z) = sum m (fun i => a i * dot d w (z i)).
Proof.
  unfold dot, combination.
  rewrite (sum_ext d _ (fun j => sum m (fun i => a i * (w j * z i j)))).
  - rewrite sum_swap. apply sum_ext. intros. now rewrite sum_scale.
  - intros. rewrite <- sum_scale. apply sum_ext. intros; ring.
Qed.

Lemma dot_combination_l d m a z w :
  dot d (combination m a z) w = sum m (fun i => a i * dot d (z i) w).
Proof.
  rewrite dot_comm, dot_combination_r. apply sum_ext. intros. now rewrite dot_comm.
Qed.

Lemma dot_self_nonneg d x : 0 <= dot d x x.
Proof. apply sum_nonneg. intros. apply Rle_0_sqr. Qed.

Lemma dot_self_zero d x : dot d x x = 0 -> veq d x vzero.
Proof.
  intros H j Hj. apply Rsqr_0_uniq.
  apply (sum_eq_zero d (fun i => x i * x i)); auto. intros. apply Rle_0_sqr.
Qed.

(** ** The length *)

Definition norm (d : nat) (x : vec) : R := sqrt (dot d x x).

Lemma norm_nonneg d x : 0 <= norm d x.
Proof. apply sqrt_pos. Qed.

Lemma norm_sqr d x : norm d x ^ 2 = dot d x x.
Proof. unfold norm. rewrite pow2_sqrt; [reflexivity|apply dot_self_nonneg]. Qed.

Lemma norm_ext d x y : veq d x y -> norm d x = norm d y.
Proof. intros H. unfold norm. now rewrite (dot_ext d x y x y). Qed.

Lemma norm_vzero d : norm d vzero = 0.
Proof. unfold norm. now rewrite dot_zero_l, sqrt_0. Qed.

Lemma norm_zero d x : norm d x = 0 -> veq d x vzero.
Proof. intros H. apply dot_self_zero. rewrite <- norm_sqr, H. ring. Qed.

(** The length is known from its square. *)
Lemma norm_unique d x r : 0 <= r -> dot d x x = r ^ 2 -> norm d x = r.
Proof. intros Hr H. unfold norm. now rewrite H, sqrt_pow2. Qed.

Lemma norm_le_iff d x r : 0 <= r -> norm d x <= r <-> dot d x x <= r ^ 2.
Proof.
  intros Hr. rewrite <- norm_sqr. pose proof (norm_nonneg d x).
  split; intros H1; [now apply squares_le|now apply le_of_squares].
Qed.

Lemma norm_scale d c x : norm d (vscale c x) = Rabs c * norm d x.
Proof.
  apply norm_unique.
  - pose proof (Rabs_pos c). pose proof (norm_nonneg d x). nra.
  - rewrite dot_scale_l, dot_scale_r, Rpow_mult_distr, norm_sqr, pow2_abs. ring.
Qed.

(** Divided by its length, a vector becomes a unit vector. *)
Lemma norm_normalised d x : 0 < norm d x -> norm d (vscale (/ norm d x) x) = 1.
Proof.
  intros H. rewrite norm_scale, Rabs_pos_eq; [now apply Rinv_l, Rgt_not_eq|].
  left. now apply Rinv_0_lt_compat.
Qed.

Lemma norm_plus_sqr d x y :
  norm d (vplus x y) ^ 2 = norm d x ^ 2 + 2 * dot d x y + norm d y ^ 2.
Proof. rewrite !norm_sqr, dot_plus_l, !dot_plus_r, (dot_comm d y x). ring. Qed.

Lemma norm_minus_sqr d x y :
  norm d (vminus x y) ^ 2 = norm d x ^ 2 - 2 * dot d x y + norm d y ^ 2.
Proof. rewrite !norm_sqr, dot_minus_l, !dot_minus_r, (dot_comm d y x). ring. Qed.

Lemma parallelogram d x y :
  norm d (vplus x y) ^ 2 + norm d (vminus x y) ^ 2 = 2 * norm d x ^ 2 + 2 * norm d y ^ 2.
Proof. rewrite norm_plus_sqr, norm_minus_sqr. ring. Qed.

(** ** The inequality of Cauchy and Schwarz *)

Lemma cauchy_schwarz_sqr d x y : dot d x y ^ 2 <= dot d x x * dot d y y.
Proof.
  (* the length of s x - t y is never negative *)
  assert (H : forall s t, 0 <= s ^ 2 * dot d x x - 2 * s * t * dot d x y + t ^ 2 * dot d y y).
  { intros s t. pose proof (dot_self_nonneg d (vminus (vscale s x) (vscale t y))) as P.
    rewrite dot_minus_l, !dot_minus_r, !dot_scale_l, !dot_scale_r, (dot_comm d y x) in P. lra. }
  pose proof (dot_self_nonneg d y) as Hy.
  destruct (Req_dec (dot d y y) 0) as [E|E].
  - rewrite (dot_ext d x x y vzero (fun j _ => eq_refl) (dot_self_zero d y E)), dot_zero_r, E.
    lra.
  - pose proof (H (dot d y y) (dot d x y)) as P.
    apply (Rmult_le_reg_l (dot d y y)); [lra|]. nra.
Qed.

Theorem cauchy_schwarz d x y : dot d x y <= norm d x * norm d y.
Proof.
  pose proof (norm_nonneg d x). pose proof (norm_nonneg d y).
  apply le_of_squares; [nra|].
  rewrite Rpow_mult_distr, !norm_sqr. apply cauchy_schwarz_sqr.
Qed.

Lemma cauchy_schwarz_abs d x y : Rabs (dot d x y) <= norm d x * norm d y.
Proof.
  pose proof (norm_nonneg d x). pose proof (norm_nonneg d y).
  apply le_of_squares; [nra|].
  rewrite pow2_abs, Rpow_mult_distr, !norm_sqr. apply cauchy_schwarz_sqr.
Qed.

(** No vector is shorter than its shadow on a unit vector. *)
Lemma shadow_le d w u : norm d u = 1 -> dot d w u <= norm d w.
Proof. intros U. pose proof (cauchy_schwarz d w u) as C. rewrite U in C. lra. Qed.

Lemma shadow_ge d w u : norm d u = 1 -> - norm d w <= dot d w u.
Proof.
  intros U. pose proof (shadow_le d (vscale (-1) w) u U) as C.
  rewrite dot_scale_l, norm_scale, Rabs_left in C by lra. lra.
Qed.

Lemma norm_triangle d x y : norm d (vplus x y) <= norm d x + norm d y.
Proof.
  pose proof (norm_nonneg d x). pose proof (norm_nonneg d y).
  apply le_of_squares; [lra|]. rewrite norm_plus_sqr.
  pose proof (cauchy_schwarz d x y). lra.
Qed.

(** ** One dimension more *)

(** [append d x a] is the vector (x, a) of dimension [d + 1]. *)
Definition append (d : nat) (x : vec) (a : R) : vec := fun j => if (j <? d)%nat then x j else a.

Lemma append_below d x a j : (j < d)%nat -> append d x a j = x j.
Proof. intros H. unfold append. now apply Nat.ltb_lt in H as ->. Qed.

Lemma append_last d x a : append d x a d = a.
Proof. unfold append. now rewrite Nat.ltb_irrefl. Qed.

Lemma dot_append d x y a b : dot (S d) (append d x a) (append d y b) = dot d x y + a * b.
Proof.
  unfold dot. simpl. rewrite !append_last. f_equal.
  apply sum_ext. intros j Hj. now rewrite !append_below.
Qed.

Lemma norm_append_sqr d x a : norm (S d) (append d x a) ^ 2 = norm d x ^ 2 + a ^ 2.
Proof. rewrite !norm_sqr, dot_append. ring. Qed.
