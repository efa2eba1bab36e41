/**
 * The trade-off between a wide margin and little slack: the soft margins of the same points at many prices.
 *
 *     C         a price of slack
 *     total     the sum of slack of the soft margin at this price
 *     margin    its 1 / |w|; infinite where w = 0
 *     cost      |w|^2 / 2 + C total
 */

import { softMargin } from "./svm.js";

/** Return { C, total, margin } of the soft margin at each price. */
export function tradeOff(X, y, prices) {
  return prices.map((C) => {
    const { slack, margin } = softMargin(X, y, C);
    return { C, total: slack.reduce((sum, xi) => sum + xi, 0), margin };
  });
}

/** Return the total slack with which a line of this margin costs so much; negative where it costs more without any. */
export const slackAtCost = (margin, C, cost) => (cost - 1 / (2 * margin ** 2)) / C;
