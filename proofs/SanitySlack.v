(** * Sanity of the chapter on slack

    At the price 1/4, which is below the multipliers 1/2 of the numbers 1 and -1, the soft margin
    is not the hard one; and a soft margin needs no points of both labels. *)
Require Import Reals Lra Lia Psatz.
From Margin Require Import Vectors Convexity Separability Programs MaximumMargin.
From Margin Require Import SupportVectors Slack SanitySeparability SanityMaximumMargin.
Open Scope R_scope.

(** The hypotheses of [thm_price_of_slack_none] are met at the price 1/2. *)
Example hard_at_one_half :
  soft_margin true 1 2 ends_on_line ends (1 / 2) one 0 (fun _ => 0).
Proof.
  apply (thm_price_of_slack_none true 1 2 ends_on_line ends (1 / 2) one 0 (fun _ => 1 / 2)).
  - lra.
  - exact both_ends.
  - exact ends_labelled.
  - apply hard_conditions_sufficient with (fun _ => 1 / 2). apply conditions_ends.
  - apply hard_conditions_dual with one 0. apply conditions_ends.
  - intros i _. lra.
Qed.

(** Below that price the slab is wider than that of the hard margin: the price cannot be lower. *)
Example not_hard_at_one_quarter :
  forall b xi, ~ soft_margin true 1 2 ends_on_line ends (1 / 4) one b xi.
Proof.
  intros b xi [[_ F] Least].
  (* w = 1/2 without a bias, with the slack 1/2 at both points, is cheaper *)
  assert (Cheap : slack_feasible true 1 2 ends_on_line ends (fun _ => 1 / 2) 0 (fun _ => 1 / 2)).
  { split; [exact I|]. intros [|[|i]] Hi; unfold decision, dot, ends_on_line; simpl; lra || lia. }
  specialize (Least _ _ _ Cheap). unfold soft_cost, cost in Least. rewrite norm_one in Least.
  rewrite (norm_unique 1 (fun _ => 1 / 2) (1 / 2)) in Least by (unfold dot; simpl; lra).
  assert (0 <= sum 2 xi) by (apply sum_nonneg; intros i Hi; apply (F i Hi)). simpl in *. lra.
Qed.

(** With one label alone there are soft margins too (w = 0, and any b from 1 on), so that the b
    form an interval without an end: "points of both labels" is not needed in [thm_soft_unique]. *)
Example one_label_is_enough C b :
  0 < C -> 1 <= b -> soft_margin true 1 1 (fun _ => one) (fun _ => 1) C vzero b (fun _ => 0).
Proof.
  intros HC Hb. split; [split; [exact I|]|].
  - intros i _. unfold decision. rewrite dot_zero_l. lra.
  - intros w' b' xi' [_ F']. unfold soft_cost. rewrite cost_vzero, sum_zero.
    pose proof (cost_nonneg 1 w').
    assert (0 <= sum 1 xi') by (apply sum_nonneg; intros i Hi; apply (F' i Hi)). nra.
Qed.
