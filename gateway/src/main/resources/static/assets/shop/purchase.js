// One shopper's way through one sale, as states that a button can show.
//
//   logIn   notYet   buy   sending   queued   yours   paid   already   soldOut   ended   wait   pause

import { computed, onUnmounted, ref, watch } from 'vue';
import { get, post } from '../api.js';
import { session, sessionKnown } from '../account/session.js';
import { follow } from '../orders/follow.js';
import { stateAt } from './stock.js';

/** Refusals after which the button opens by itself; the seconds if the server names none. */
const PASSING = { 'rate-limited': ['wait', 1], 'sale-warming-up': ['pause', 2], 'service-unavailable': ['pause', 2], 'queue-unavailable': ['pause', 2] };

/**
 * @param sale a ref of the sale, or null
 * @param now answers the server's time
 * @param refresh loads the sale again
 */
export function usePurchase(sale, now, refresh) {
  const sending = ref(false);
  const order = ref(null); // mine in this sale, while it counts
  const bought = ref(false); // whether it was bought on this page
  const notice = ref(null); // a Problem, or the key of a text
  const closedUntil = ref({ state: '', at: 0 });
  let unfollow = () => {};

  const state = computed(() => {
    if (!sale.value) return 'pause';
    if (sending.value) return 'sending';
    if (order.value) return ofOrder(order.value.status);
    const phase = stateAt(sale.value, now());
    if (phase === 'ENDED') return 'ended';
    if (phase === 'UPCOMING') return 'notYet';
    if (phase === 'SOLD_OUT') return 'soldOut';
    if (!session.value) return 'logIn';
    return now() < closedUntil.value.at ? closedUntil.value.state : 'buy';
  });

  function ofOrder(status) {
    switch (status) {
      case 'QUEUED':
        return 'queued';
      case 'AWAITING_PAYMENT':
        return bought.value ? 'yours' : 'already';
      default:
        return bought.value ? 'paid' : 'already';
    }
  }

  async function buy() {
    if (state.value !== 'buy') return; // a second click finds the button in another state
    sending.value = true;
    notice.value = null;
    try {
      const { orderId } = await post(`/api/sales/${sale.value.id}/reservations`);
      bought.value = true;
      mine({ orderId, status: 'QUEUED' });
    } catch (problem) {
      refused(problem);
    } finally {
      sending.value = false;
    }
  }

  function refused(problem) {
    const passing = PASSING[problem.type];
    if (problem.type === 'already-purchased') {
      mine({ orderId: problem.body.orderId, status: 'AWAITING_PAYMENT' });
    } else if (passing) {
      closedUntil.value = { state: passing[0], at: now() + 1000 * (problem.retryAfter || passing[1]) };
      notice.value = problem.type === 'rate-limited' ? null : problem;
    } else if (problem.undecided) {
      notice.value = 'sale.undecided';
    } else if (problem.type !== 'sold-out' && problem.type !== 'sale-ended' && problem.type !== 'sale-not-open') {
      notice.value = problem;
    }
    if (problem.type === 'sold-out') sale.value = { ...sale.value, remaining: 0 };
    refresh();
  }

  function mine(found) {
    unfollow();
    order.value = found;
    unfollow = follow(found.orderId, changed);
  }

  function changed(latest) {
    const gone = ['CLOSED', 'REJECTED', 'REFUND_DUE', 'REFUNDED'].includes(latest.status);
    order.value = gone ? null : latest;
    if (gone) {
      notice.value = latest.status === 'REJECTED' ? 'sale.rejected' : 'sale.closed';
      refresh();
    }
  }

  /** Whoever comes back to the page finds the order that is already there. */
  async function lookForOrder() {
    await sessionKnown();
    if (!session.value || !sale.value || order.value) return;
    const { items } = await get('/api/orders?size=50').catch(() => ({ items: [] }));
    const found = items.find((item) => item.saleId === sale.value.id && ['AWAITING_PAYMENT', 'PAID'].includes(item.status));
    if (found && !order.value && !sending.value) {
      if (found.status === 'PAID') order.value = found;
      else mine(found);
    }
  }

  watch([() => session.value?.userId, () => sale.value?.id], ([user], [before]) => {
    if (user !== before) {
      unfollow();
      order.value = null;
      bought.value = false;
      notice.value = null;
    }
    lookForOrder();
  });
  onUnmounted(() => unfollow());

  const secondsToWait = () => Math.max(1, Math.ceil((closedUntil.value.at - now()) / 1000));

  return { state, order, notice, buy, secondsToWait };
}
