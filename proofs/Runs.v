(** * Runs: algorithms that update on one wrong point at a time

    The perceptron, the margin perceptron, Winnow and the kernel perceptron are one algorithm with
    different answers to two questions: which points are wrong, and what does an update do? Here is
    what holds of all of them. The algorithm stands in a state (the weights), there are m points,
    numbered from 0, and it updates on any wrong point until none is left. *)
Require Import Reals Lra Lia.
From Margin Require Import Vectors.
Open Scope R_scope.

Section Runs.
Variable State : Type.
Variable m : nat.
Variable wrong : State -> nat -> Prop.      (* [wrong s i]: in state s, point i is wrong *)
Variable correct : State -> nat -> State.   (* [correct s i]: the state after correcting i *)

(** [run start k s]: from [start], some choice of k updates leads to the state [s]. *)
Inductive run (start : State) : nat -> State -> Prop :=
| run_start : run start 0 start
| run_step k s i : run start k s -> (i < m)%nat -> wrong s i -> run start (S k) (correct s i).

(** The algorithm ends where no point is wrong. *)
Definition finished (s : State) : Prop := forall i, (i < m)%nat -> ~ wrong s i.

(** Runs can be put one behind the other. *)
Lemma run_on start j s k t : run start j s -> run s k t -> run start (j + k) t.
Proof.
  intros Hj Hk. induction Hk as [|k t i Hk IH Hi Hw].
  - now rewrite Nat.add_0_r.
  - rewrite Nat.add_succ_r. now constructor.
Qed.

(** The algorithm can tell which points are wrong. *)
Hypothesis decide : forall s i, {wrong s i} + {~ wrong s i}.

Lemma wrong_or_finished s : (exists i, (i < m)%nat /\ wrong s i) \/ finished s.
Proof.
  enough (H : forall n, (exists i, (i < n)%nat /\ wrong s i) \/
                        forall i, (i < n)%nat -> ~ wrong s i) by apply H.
  induction n as [|n [(i & Hi & Hw)|None]].
  - right. lia.
  - left. exists i. auto with arith.
  - destruct (decide s n) as [Hw|Hw].
    + left. exists n. auto.
    + right. intros i Hi. destruct (Nat.eq_dec i n) as [->|]; [exact Hw|]. apply None. lia.
Qed.

(** A run reaches any number of updates, or finishes before. *)
Lemma long_or_finished start n :
  (exists s, run start n s) \/ exists k s, (k < n)%nat /\ run start k s /\ finished s.
Proof.
  induction n as [|n [[s Hs]|(k & s & Hk & Hs)]].
  - left. exists start. constructor.
  - destruct (wrong_or_finished s) as [(i & Hi & Hw)|Hf].
    + left. exists (correct s i). now constructor.
    + right. exists n, s. auto.
  - right. exists k, s. split; [lia|exact Hs].
Qed.

Lemma number_above (x : R) : exists n : nat, x < INR n.
Proof.
  exists (Z.to_nat (up x)). rewrite INR_IZR_INZ. destruct (archimed x) as [A _].
  apply Rlt_le_trans with (1 := A), IZR_le. lia.
Qed.

(** If no run has more than [bound] updates, then every run, whatever it chose so far, comes to an
    end: it cannot be continued forever, and it ends where no point is wrong. *)
Theorem bounded_runs_end start bound :
  (forall k s, run start k s -> INR k <= bound) ->
  forall j s, run start j s -> exists k t, run s k t /\ finished t.
Proof.
  intros B j s Hj. destruct (number_above bound) as [n Hn].
  destruct (long_or_finished s n) as [[t Ht]|(k & t & _ & H)]; [|now exists k, t].
  pose proof (B _ _ (run_on _ _ _ _ _ Hj Ht)) as P. rewrite plus_INR in P.
  pose proof (pos_INR j). lra.
Qed.
End Runs.
Arguments run {State}. Arguments finished {State}.
Arguments run_start {State m wrong correct}. Arguments run_step {State m wrong correct}.
