// Follows an order: by server-sent events, and by asking while these do not come through.

import { get } from '../api.js';

const ASK_EVERY_MS = 2000;
const CONNECT_AGAIN_MS = 4000;
const FINAL = ['PAID', 'CLOSED', 'REJECTED', 'REFUND_DUE'];

export const isFinal = (status) => FINAL.includes(status);

/**
 * Calls onOrder with the order now and at each change, until it is final. Answers a function that ends it.
 * onProblem gets what went wrong while asking, and null once it works again.
 */
export function follow(orderId, onOrder, onProblem = () => {}) {
  const path = `/api/orders/${orderId}`;
  let source = null;
  let asking = 0;
  let connecting = 0;
  let ended = false;

  function end() {
    ended = true;
    document.removeEventListener('visibilitychange', seenOrHidden);
    source?.close();
    clearTimeout(asking);
    clearTimeout(connecting);
  }

  function take(order) {
    if (ended) return;
    if (isFinal(order.status)) end();
    onProblem(null);
    onOrder(order);
  }

  // A hidden page takes no stream: a browser has six lines to a server, for all its tabs. And a line that died while this
  // computer slept is not waited for.
  function seenOrHidden() {
    clearTimeout(asking);
    clearTimeout(connecting);
    asking = 0;
    source?.close();
    if (!document.hidden) connect();
  }

  function connect() {
    source = new EventSource(`${path}/events`);
    source.addEventListener('open', () => {
      clearTimeout(asking);
      asking = 0;
      onProblem(null);
    });
    source.addEventListener('status', (event) => take(JSON.parse(event.data)));
    source.addEventListener('error', () => {
      if (ended) return;
      if (!asking) asking = setTimeout(ask, 0);
      // A broken line the browser takes up by itself; after a refusal it gives up, and we try again.
      if (source.readyState === EventSource.CLOSED) connecting = setTimeout(connect, CONNECT_AGAIN_MS);
    });
  }

  async function ask() {
    try {
      take(await get(path));
    } catch (problem) {
      if (problem.status === 401 || problem.status === 404) end();
      onProblem(problem);
    }
    if (!ended && asking) asking = setTimeout(ask, ASK_EVERY_MS);
  }

  document.addEventListener('visibilitychange', seenOrHidden);
  if (!document.hidden) connect();
  return end;
}
