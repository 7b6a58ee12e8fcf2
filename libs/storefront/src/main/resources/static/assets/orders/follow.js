// Follows an order until its status is final.

import { followEvents } from '../event-stream.js';

const FINAL = ['PAID', 'CLOSED', 'REJECTED', 'REFUNDED'];

/**
 * Calls onOrder with the order now and at each change. Returns a function that ends it; onProblem as in
 * event-stream.js.
 */
export function follow(orderId, onOrder, onProblem) {
  const path = `/api/orders/${orderId}`;
  function take(order) {
    if (FINAL.includes(order.status)) end();
    onProblem?.(null);
    onOrder(order);
  }
  const end = followEvents(`${path}/events`, { status: take }, { ask: path, askEveryMs: 2000, onAnswer: take, onProblem });
  return end;
}
