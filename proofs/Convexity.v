(** * Convexity: multipliers for convex functions

    The common ground of the chapters on separability and duality. All of it rests on one fact,
    [convex_alternative]: if at no point of a convex set convex functions are negative all at
    once, then some weighted mean of them is negative nowhere. From it come the theorem of Gordan
    and the multipliers of strong duality. Only the completeness of the real numbers is used; no
    set needs to be closed or bounded, and the dimension plays no part.

    The points may be of any kind (vectors, hyperplanes, hyperplanes with slack), if one can mix
    them: [mix t p q] stands for (1 - t) p + t q. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors.
Open Scope R_scope.

(** Between two sets of numbers, one below the other, there is a number. *)
Lemma between (A B : R -> Prop) :
  (exists a, A a) -> (exists b, B b) -> (forall a b, A a -> B b -> a <= b) ->
  exists c, (forall a, A a -> a <= c) /\ (forall b, B b -> c <= b).
Proof.
  intros NA [b0 Hb0] AB.
  destruct (completeness A) as [c [Up Least]]; [exists b0; intros a Ha; auto|exact NA|].
  exists c. split; [exact Up|]. intros b Hb. apply Least. intros a Ha. auto.
Qed.

Section Mixtures.
Variable Point : Type.
Variable mix : R -> Point -> Point -> Point.

(** With any two of its points, a convex set holds what is between them, and an affine set holds
    the whole line. *)
Definition convex_set (K : Point -> Prop) : Prop :=
  forall p q t, 0 <= t <= 1 -> K p -> K q -> K (mix t p q).
Definition affine_set (K : Point -> Prop) : Prop := forall p q t, K p -> K q -> K (mix t p q).

(** A convex function is nowhere above its chords; an affine one is its chords. *)
Definition convex_on (K : Point -> Prop) (g : Point -> R) : Prop :=
  forall p q t, 0 <= t <= 1 -> K p -> K q -> g (mix t p q) <= (1 - t) * g p + t * g q.
Definition convex (g : Point -> R) : Prop :=
  forall p q t, 0 <= t <= 1 -> g (mix t p q) <= (1 - t) * g p + t * g q.
Definition affine (h : Point -> R) : Prop :=
  forall p q t, h (mix t p q) = (1 - t) * h p + t * h q.

(** [weights k a]: the numbers a 0, ..., a (k - 1) are not negative and add up to 1. *)
Definition weights (k : nat) (a : nat -> R) : Prop :=
  (forall i, (i < k)%nat -> 0 <= a i) /\ sum k a = 1.

Lemma convex_is_convex_on K g : convex g -> convex_on K g.
Proof. intros H p q t Ht _ _. now apply H. Qed.

Lemma affine_is_convex h : affine h -> convex h.
Proof. intros H p q t _. rewrite H. lra. Qed.

Lemma convex_on_part (K L : Point -> Prop) g :
  (forall p, L p -> K p) -> convex_on K g -> convex_on L g.
Proof. intros LK H p q t Ht Hp Hq. apply H; auto. Qed.

Lemma convex_on_plus K f g :
  convex_on K f -> convex_on K g -> convex_on K (fun p => f p + g p).
Proof.
  intros Hf Hg p q t Ht Hp Hq. specialize (Hf p q t Ht Hp Hq). specialize (Hg p q t Ht Hp Hq). lra.
Qed.

Lemma convex_on_sum K n (a : nat -> R) (g : nat -> Point -> R) :
  (forall i, (i < n)%nat -> 0 <= a i) -> (forall i, (i < n)%nat -> convex_on K (g i)) ->
  convex_on K (fun p => sum n (fun i => a i * g i p)).
Proof.
  intros Ha Hg p q t Ht Hp Hq. rewrite <- !sum_scale, <- sum_plus. apply sum_le. intros i Hi.
  specialize (Ha i Hi). specialize (Hg i Hi p q t Ht Hp Hq). nra.
Qed.

(** ** The alternative *)

(** First for two functions. The mean (1 - t) f + t g is not negative where f is negative if t is
    large enough, and where g is negative if t is small enough. That both can be had is what
    convexity says: otherwise f and g would be negative together, at a point between. *)
Lemma two_convex_functions K f g :
  convex_set K -> convex_on K f -> convex_on K g ->
  (forall p, K p -> 0 <= f p \/ 0 <= g p) ->
  exists t, 0 <= t <= 1 /\ forall p, K p -> 0 <= (1 - t) * f p + t * g p.
Proof.
  intros HK Hf Hg H.
  set (enough := fun t => t = 0 \/ exists p, K p /\ f p < 0 /\ t = - f p / (g p - f p)).
  set (most := fun t => t = 1 \/ exists q, K q /\ g q < 0 /\ t = f q / (f q - g q)).
  destruct (between enough most) as [t [Low High]].
  - exists 0. now left.
  - exists 1. now left.
  - intros a b [->|(p & Kp & Fp & ->)] [->|(q & Kq & Gq & ->)].
    + lra.
    + assert (0 <= f q) by (destruct (H q Kq); lra). apply le_quotient; lra.
    + assert (0 <= g p) by (destruct (H p Kp); lra). apply quotient_le; lra.
    + assert (0 <= f q) by (destruct (H q Kq); lra).
      assert (0 <= g p) by (destruct (H p Kp); lra).
      apply quotient_le; [lra|].
      replace (f q / (f q - g q) * (g p - f p)) with (f q * (g p - f p) / (f q - g q))
        by (field; lra).
      apply le_quotient; [lra|].
      destruct (Rle_or_lt (f p * g q) (f q * g p)) as [|Lt]; [lra|exfalso].
      (* the point between, at which both would be negative *)
      set (s := g p - f p + f q - g q). assert (Hs : 0 < s) by (unfold s; lra).
      assert (Ht : 0 <= (g p - f p) / s <= 1).
      { split; [apply le_quotient|apply quotient_le]; unfold s; lra. }
      assert (E : 1 - (g p - f p) / s = (f q - g q) / s) by (unfold s in *; field; lra).
      pose proof (Hf p q _ Ht Kp Kq) as Cf. pose proof (Hg p q _ Ht Kp Kq) as Cg.
      rewrite E in Cf, Cg.
      assert (Neg : (f q * g p - f p * g q) / s < 0) by (apply quotient_lt; lra).
      replace ((f q - g q) / s * f p + (g p - f p) / s * f q)
        with ((f q * g p - f p * g q) / s) in Cf by (unfold s in *; field; lra).
      replace ((f q - g q) / s * g p + (g p - f p) / s * g q)
        with ((f q * g p - f p * g q) / s) in Cg by (unfold s in *; field; lra).
      destruct (H _ (HK p q _ Ht Kp Kq)); lra.
  - assert (B0 : 0 <= t) by (apply Low; now left).
    assert (B1 : t <= 1) by (apply High; now left).
    exists t. split; [lra|]. intros p Kp.
    destruct (Rlt_or_le (f p) 0) as [Fp|Fp]; [|destruct (Rlt_or_le (g p) 0) as [Gp|Gp]].
    + assert (0 <= g p) by (destruct (H p Kp); lra).
      assert (L : - f p / (g p - f p) <= t) by (apply Low; right; now exists p).
      apply (Rmult_le_compat_r (g p - f p)) in L; [|lra].
      replace (- f p / (g p - f p) * (g p - f p)) with (- f p) in L by (field; lra). lra.
    + assert (L : t <= f p / (f p - g p)) by (apply High; right; now exists p).
      apply (Rmult_le_compat_r (f p - g p)) in L; [|lra].
      replace (f p / (f p - g p) * (f p - g p)) with (f p) in L by (field; lra). lra.
    + assert (0 <= (1 - t) * f p) by (apply Rmult_le_pos; lra).
      assert (0 <= t * g p) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Then for any number of functions g 0, ..., g k: they are joined one by one. *)
Theorem convex_alternative k :
  forall (K : Point -> Prop) (g : nat -> Point -> R),
  convex_set K -> (forall i, (i <= k)%nat -> convex_on K (g i)) ->
  (forall p, K p -> exists i, (i <= k)%nat /\ 0 <= g i p) ->
  exists a, weights (S k) a /\ forall p, K p -> 0 <= sum (S k) (fun i => a i * g i p).
Proof.
  induction k as [|k IH]; intros K g HK Hg H.
  - exists (fun _ => 1). split; [split; [intros; lra|simpl; lra]|].
    intros p Kp. destruct (H p Kp) as (i & Hi & P). replace i with O in P by lia. simpl. lra.
  - (* where the last function is negative, a mean of the others is not *)
    destruct (IH (fun p => K p /\ g (S k) p < 0) g) as (a & [Ha Sa] & Pa).
    + intros p q t Ht [Kp Gp] [Kq Gq]. split; [now apply HK|].
      pose proof (Hg (S k) (le_n _) p q t Ht Kp Kq). nra.
    + intros i Hi. apply (convex_on_part K); [tauto|apply Hg; lia].
    + intros p [Kp Gp]. destruct (H p Kp) as (i & Hi & P). exists i. split; [|exact P].
      destruct (Nat.eq_dec i (S k)) as [->|]; [lra|lia].
    + destruct (two_convex_functions K (fun p => sum (S k) (fun i => a i * g i p)) (g (S k)))
        as (t & Ht & Pt).
      * exact HK.
      * apply convex_on_sum; [exact Ha|]. intros i Hi. apply Hg. lia.
      * apply Hg. lia.
      * intros p Kp. destruct (Rlt_or_le (g (S k) p) 0); [left; now apply Pa|now right].
      * exists (fun i => if (i <=? k)%nat then (1 - t) * a i else t).
        assert (Low : forall c,
          sum (S k) (fun i => (if (i <=? k)%nat then (1 - t) * a i else t) * c i)
          = (1 - t) * sum (S k) (fun i => a i * c i)).
        { intros c. rewrite <- sum_scale. apply sum_ext. intros i Hi.
          rewrite (proj2 (Nat.leb_le i k)) by lia. ring. }
        assert (Top : (S k <=? k)%nat = false) by (apply Nat.leb_gt; lia).
        split; [split|].
        -- intros i Hi. destruct (Nat.leb_spec i k); [|lra].
           apply Rmult_le_pos; [lra|apply Ha; lia].
        -- change (sum (S k) (fun i => if (i <=? k)%nat then (1 - t) * a i else t)
                   + (if (S k <=? k)%nat then (1 - t) * a (S k) else t) = 1).
           rewrite Top, (sum_ext (S k) _ (fun i => (1 - t) * a i)).
           ++ rewrite sum_scale, Sa. ring.
           ++ intros i Hi. now rewrite (proj2 (Nat.leb_le i k)) by lia.
        -- intros p Kp. specialize (Pt p Kp).
           change (0 <= sum (S k) (fun i => (if (i <=? k)%nat then (1 - t) * a i else t) * g i p)
                        + (if (S k <=? k)%nat then (1 - t) * a (S k) else t) * g (S k) p).
           rewrite (Low (fun i => g i p)), Top. exact Pt.
Qed.

(** ** Multipliers of inequalities, where some point leaves room *)
Theorem inequality_multipliers k (K : Point -> Prop) f (g : nat -> Point -> R) v :
  convex_set K -> convex_on K f -> (forall i, (i < k)%nat -> convex_on K (g i)) ->
  (exists s, K s /\ forall i, (i < k)%nat -> g i s < 0) ->
  (forall p, K p -> (forall i, (i < k)%nat -> g i p <= 0) -> v <= f p) ->
  exists a, (forall i, (i < k)%nat -> 0 <= a i) /\
    forall p, K p -> v <= f p + sum k (fun i => a i * g i p).
Proof.
  intros HK Hf Hg (s & Ks & Gs) Hv.
  destruct (convex_alternative k K (fun i p => if (i <? k)%nat then g i p else f p - v))
    as (a & [Ha Sa] & Pa).
  - exact HK.
  - intros i Hi. destruct (Nat.ltb_spec i k); [now apply Hg|].
    intros p q t Ht Kp Kq. specialize (Hf p q t Ht Kp Kq). lra.
  - intros p Kp.
    destruct (Classical_Prop.classic (exists i, (i < k)%nat /\ 0 <= g i p)) as [(i & Hi & P)|N].
    + exists i. split; [lia|]. now rewrite (proj2 (Nat.ltb_lt i k)).
    + exists k. split; [lia|]. rewrite Nat.ltb_irrefl.
      assert (v <= f p); [|lra]. apply Hv; [exact Kp|]. intros i Hi.
      destruct (Rle_or_lt (g i p) 0) as [|G]; [assumption|]. exfalso. apply N. exists i.
      split; [exact Hi|lra].
  - assert (Pa' : forall p, K p -> 0 <= sum k (fun i => a i * g i p) + a k * (f p - v)).
    { intros p Kp. specialize (Pa p Kp). simpl in Pa. rewrite Nat.ltb_irrefl in Pa.
      rewrite (sum_ext k _ (fun i => a i * g i p)) in Pa; [exact Pa|].
      intros i Hi. now rewrite (proj2 (Nat.ltb_lt i k)). }
    simpl in Sa.
    (* the cost has a positive weight, because of the point that leaves room *)
    assert (Hak : 0 < a k).
    { destruct (Rle_lt_or_eq_dec 0 (a k) (Ha k (le_n _))) as [|Z]; [assumption|exfalso].
      rewrite <- Z, Rplus_0_r in Sa. specialize (Pa' s Ks). rewrite <- Z, Rmult_0_l in Pa'.
      assert (N : forall i, (i < k)%nat -> 0 <= - (a i * g i s)).
      { intros i Hi. specialize (Gs i Hi). assert (0 <= a i) by (apply Ha; lia). nra. }
      assert (Zero : sum k (fun i => - (a i * g i s)) = 0).
      { rewrite sum_opp. pose proof (sum_nonneg k _ N) as Q. rewrite sum_opp in Q. lra. }
      rewrite sum_all_zero in Sa; [lra|]. intros i Hi.
      pose proof (sum_eq_zero k _ N Zero i Hi). specialize (Gs i Hi). nra. }
    exists (fun i => a i / a k). split.
    + intros i Hi. apply le_quotient; [exact Hak|]. rewrite Rmult_0_l. apply Ha. lia.
    + intros p Kp. specialize (Pa' p Kp).
      rewrite (sum_ext k _ (fun i => / a k * (a i * g i p))) by (intros; field; lra).
      rewrite sum_scale. apply (Rmult_le_reg_l (a k)); [exact Hak|].
      replace (a k * (f p + / a k * sum k (fun i => a i * g i p)))
        with (a k * f p + sum k (fun i => a i * g i p)) by (field; lra). lra.
Qed.

(** ** Multipliers of equations *)

(** For a single equation the multiplier is a slope between those on its two sides. *)
Lemma equation_multiplier (K : Point -> Prop) F h :
  affine_set K -> convex_on K F -> affine h ->
  (exists s, K s /\ h s = 0) -> (forall p, K p -> h p = 0 -> 0 <= F p) ->
  exists b, forall p, K p -> 0 <= F p + b * h p.
Proof.
  intros HK HF Hh (s & Ks & Hs) H0.
  destruct (Classical_Prop.classic (exists p, K p /\ 0 < h p)) as [(p1 & K1 & H1)|None].
  - set (above := fun b => exists p, K p /\ 0 < h p /\ b = - F p / h p).
    set (below := fun b => exists q, K q /\ h q < 0 /\ b = F q / - h q).
    destruct (between above below) as [b [Low High]].
    + exists (- F p1 / h p1). now exists p1.
    + (* the mirror image of p1 is on the other side *)
      set (q1 := mix (-1) s p1). exists (F q1 / - h q1). exists q1.
      split; [now apply HK|split; [|reflexivity]]. unfold q1. rewrite Hh. lra.
    + intros a b (p & Kp & Hp & ->) (q & Kq & Hq & ->).
      apply quotient_le; [exact Hp|].
      replace (F q / - h q * h p) with (F q * h p / - h q) by (field; lra).
      apply le_quotient; [lra|].
      set (t := h p / (h p - h q)).
      assert (Ht : 0 <= t <= 1) by (split; [apply le_quotient|apply quotient_le]; lra).
      assert (Z : h (mix t p q) = 0) by (rewrite Hh; unfold t; field; lra).
      pose proof (H0 _ (HK p q t Kp Kq) Z) as P. pose proof (HF p q t Ht Kp Kq) as C.
      assert (0 <= (h p - h q) * ((1 - t) * F p + t * F q)) by (apply Rmult_le_pos; lra).
      replace ((h p - h q) * ((1 - t) * F p + t * F q)) with (- h q * F p + h p * F q) in *
        by (unfold t; field; lra). lra.
    + exists b. intros p Kp. destruct (Rtotal_order (h p) 0) as [N|[Z|P]].
      * assert (L : b <= F p / - h p) by (apply High; now exists p).
        apply (Rmult_le_compat_r (- h p)) in L; [|lra].
        replace (F p / - h p * - h p) with (F p) in L by (field; lra). lra.
      * specialize (H0 p Kp Z). rewrite Z. lra.
      * assert (L : - F p / h p <= b) by (apply Low; now exists p).
        apply (Rmult_le_compat_r (h p)) in L; [|lra].
        replace (- F p / h p * h p) with (- F p) in L by (field; lra). lra.
  - exists 0. intros p Kp. enough (0 <= F p) by lra. apply H0; [exact Kp|].
    destruct (Rtotal_order (h p) 0) as [N|[Z|P]]; [exfalso|exact Z|exfalso].
    + apply None. exists (mix (-1) s p). split; [now apply HK|]. rewrite Hh. lra.
    + apply None. now exists p.
Qed.

(** Then one equation is added at a time. *)
Theorem equation_multipliers l :
  forall (K : Point -> Prop) F (h : nat -> Point -> R),
  affine_set K -> convex_on K F -> (forall j, (j < l)%nat -> affine (h j)) ->
  (exists s, K s /\ forall j, (j < l)%nat -> h j s = 0) ->
  (forall p, K p -> (forall j, (j < l)%nat -> h j p = 0) -> 0 <= F p) ->
  exists b, forall p, K p -> 0 <= F p + sum l (fun j => b j * h j p).
Proof.
  induction l as [|l IH]; intros K F h HK HF Hh (s & Ks & Hs) H0.
  - exists (fun _ => 0). intros p Kp. simpl. rewrite Rplus_0_r. apply H0; [exact Kp|lia].
  - (* first on the points that meet the last equation, then on all *)
    destruct (IH (fun p => K p /\ h l p = 0) F h) as [b Hb].
    + intros p q t [Kp Hp] [Kq Hq]. split; [now apply HK|]. rewrite Hh by lia. rewrite Hp, Hq. ring.
    + apply (convex_on_part K); [tauto|exact HF].
    + intros j Hj. apply Hh. lia.
    + exists s. split; [split; [exact Ks|apply Hs; lia]|]. intros j Hj. apply Hs. lia.
    + intros p [Kp Hp] Z. apply H0; [exact Kp|]. intros j Hj.
      destruct (Nat.eq_dec j l) as [->|]; [exact Hp|apply Z; lia].
    + destruct (equation_multiplier K (fun p => F p + sum l (fun j => b j * h j p)) (h l))
        as [c Hc].
      * exact HK.
      * apply convex_on_plus; [exact HF|]. intros p q t Ht Kp Kq.
        rewrite <- !sum_scale, <- sum_plus. apply Req_le, sum_ext. intros j Hj.
        rewrite Hh by lia. ring.
      * apply Hh. lia.
      * exists s. split; [exact Ks|apply Hs; lia].
      * intros p Kp Z. apply Hb. now split.
      * exists (fun j => if (j <? l)%nat then b j else c). intros p Kp. specialize (Hc p Kp).
        simpl. rewrite Nat.ltb_irrefl, (sum_ext l _ (fun j => b j * h j p)); [lra|].
        intros j Hj. now rewrite (proj2 (Nat.ltb_lt j l)).
Qed.
End Mixtures.

(** ** Mixtures of vectors *)

(** [mixture t p q] is (1 - t) p + t q. *)
Definition mixture (t : R) (p q : vec) : vec := fun j => (1 - t) * p j + t * q j.

Lemma dot_mixture_l d t p q z : dot d (mixture t p q) z = (1 - t) * dot d p z + t * dot d q z.
Proof.
  unfold dot, mixture. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros; ring.
Qed.

Lemma dot_mixture_r d t p q z : dot d z (mixture t p q) = (1 - t) * dot d z p + t * dot d z q.
Proof. now rewrite dot_comm, dot_mixture_l, !(dot_comm d z). Qed.

(** What the square stays below its chord, as in the book. *)
Lemma norm_mixture d t p q :
  norm d (mixture t p q) ^ 2
  = (1 - t) * norm d p ^ 2 + t * norm d q ^ 2 - t * (1 - t) * norm d (vminus p q) ^ 2.
Proof.
  rewrite !norm_sqr, dot_mixture_l, !dot_mixture_r, dot_minus_l, !dot_minus_r, (dot_comm d q p).
  ring.
Qed.
