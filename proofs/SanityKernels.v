(** * Sanity of the chapter on kernels

    The run by hand of the book: the exclusive or under k(x, x') = (x.x')^2 with the features
    (x_1^2, sqrt(2) x_1 x_2, x_2^2). The hypotheses of Novikoff's theorem in feature space hold with
    R^2 = 4 and a margin of sqrt(2), and there is a run with the 4/2 = 2 updates of the bound. And
    distinct points exist. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Runs FeatureSpaces Kernels.
Open Scope R_scope.

Definition squares (x : vec) : lists 3 := fun j =>
  match j with
  | O => x 0%nat ^ 2
  | 1%nat => sqrt 2 * x 0%nat * x 1%nat
  | _ => x 1%nat ^ 2
  end.
Definition square_kernel (x x' : vec) : R := dot 2 x x' ^ 2.
Definition down_the_product : lists 3 := fun j => match j with 1%nat => -1 | _ => 0 end.

Example squares_are_features p q : inner (squares p) (squares q) = square_kernel p q.
Proof.
  assert (Root : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  unfold square_kernel. simpl. unfold dot, squares. simpl.
  replace (sqrt 2 * p 0%nat * p 1%nat * (sqrt 2 * q 0%nat * q 1%nat))
    with (sqrt 2 * sqrt 2 * (p 0%nat * p 1%nat * (q 0%nat * q 1%nat))) by ring.
  rewrite Root. ring.
Qed.

Theorem kernel_perceptron_bound_reached :
  (forall i, (i < 4)%nat -> xor_label i = 1 \/ xor_label i = -1) /\
  (forall i, (i < 4)%nat -> square_kernel (xor_point i) (xor_point i) <= 2 ^ 2) /\
  inner down_the_product down_the_product = 1 /\
  (forall i, (i < 4)%nat ->
     sqrt 2 <= xor_label i * inner down_the_product (squares (xor_point i))) /\
  (exists alpha, kernel_perceptron square_kernel 4 xor_point xor_label 2 alpha) /\
  INR 2 = 2 ^ 2 / sqrt 2 ^ 2.
Proof.
  assert (Root : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  repeat split.
  - intros [|[|i]] _; simpl; auto.
  - intros [|[|[|i]]] _; unfold square_kernel, dot; simpl; lra.
  - simpl. unfold dot, down_the_product. simpl. ring.
  - intros [|[|[|i]]] _; simpl; unfold dot, down_the_product, squares; simpl; lra.
  - exists (count_one_more (count_one_more vzero 0) 2).
    apply run_step; [apply run_step; [apply run_start|lia|]|lia|];
      unfold kernel_mistake, kernel_decision, square_kernel, dot, count_one_more, vzero; simpl; lra.
  - rewrite pow2_sqrt by lra. simpl. lra.
Qed.

Theorem distinct_has_an_example : distinct 1 2 (fun i _ => INR i).
Proof.
  intros i j Hi Hj N E. specialize (E 0%nat ltac:(lia)). simpl in E.
  apply INR_eq in E. contradiction.
Qed.

(** The series of kernels is no empty theorem: the RBF kernel is one. *)
Theorem rbf_is_a_kernel : kernel (rbf 2 1).
Proof. apply thm_rbf_features. lra. Qed.
