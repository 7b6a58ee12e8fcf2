// One shopper's way through one sale, as states that a button can show.
//
//   logIn   notYet   buy   agree   sending   queued   yours   paid   already   soldOut   ended   wait   held   pause
//
// and, where the sale asks for a purchase ticket, the states of ../entry/use-entry.js on the way to it.

import { computed, onUnmounted, ref, watch } from 'vue';
import { get, post } from '../api.js';
import { session, sessionKnown } from '../account/session.js';
import { useEntry } from '../entry/use-entry.js';
import { follow } from '../orders/follow.js';
import { stateAt } from './stock.js';

/** Refusals after which the button opens by itself; the seconds if the server names none. */
const PASSING = { 'rate-limited': ['wait', 1], 'too-many-unpaid': ['held', 60], 'sale-warming-up': ['pause', 2], 'service-unavailable': ['pause', 2], 'queue-unavailable': ['pause', 2] };

/** Refusals that the button itself shows, or the panel of the entry. */
const SHOWN_BY_THE_STATE = ['sold-out', 'sale-ended', 'sale-not-open', 'price-changed', 'ticket-expired', 'ticket-used'];

/** How long a new price is shown before a click can agree to it: a click that was on its way, or a second one, does not. */
const LOOK_MS = 1000;

/** Orders that were rejected for these reasons were never placed, and their tickets come back. */
const TICKET_COMES_BACK = ['INSUFFICIENT_STOCK', 'REJECTED_BY_ADMINISTRATOR'];

/**
 * @param sale a ref of the sale, or null
 * @param now returns the server's time
 * @param refresh loads the sale again
 */
export function usePurchase(sale, now, refresh) {
  const sending = ref(false);
  const order = ref(null); // the shopper's order in this sale, while it counts
  const bought = ref(false); // whether it was bought on this page
  const notice = ref(null); // a Problem, or the key of a text
  const agreed = ref(undefined); // the price in cents that the shopper saw first, or has agreed to since
  const refusedTrace = ref(null); // of the last click, if it was refused and followed
  const closedUntil = ref({ state: '', at: 0 });
  let unfollow = () => {};
  const entry = useEntry(sale, now, {
    ordered: () => order.value !== null,
    lookForOrder: () => lookForOrder(),
    refreshSale: () => refresh(),
  });

  const state = computed(() => {
    if (!sale.value) return 'pause';
    if (sending.value) return 'sending';
    if (order.value) return ofOrder(order.value.status);
    const phase = stateAt(sale.value, now());
    if (phase === 'ENDED') return 'ended';
    const way = entry.mode.value === 'OPEN' ? ofOpenSale(phase) : entry.state.value;
    if (way !== 'buy') return way;
    if (now() < closedUntil.value.at) return closedUntil.value.state;
    return sale.value.priceCents === agreed.value ? 'buy' : 'agree';
  });

  function ofOpenSale(phase) {
    if (phase === 'UPCOMING') return 'notYet';
    if (phase === 'SOLD_OUT') return 'soldOut';
    return session.value ? 'buy' : 'logIn';
  }

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

  /** Another click than the one on the old price: it agrees to the new one. */
  function agree() {
    if (state.value !== 'agree') return;
    agreed.value = sale.value.priceCents;
    return buy();
  }

  async function buy() {
    if (state.value !== 'buy') return; // a second click finds the button in another state
    sending.value = true;
    notice.value = null;
    refusedTrace.value = null;
    try {
      const { orderId } = await post(`/api/sales/${sale.value.id}/reservations`, undefined, { ticket: entry.ticket()?.ticket, priceCents: agreed.value });
      bought.value = true;
      if (entry.mode.value !== 'OPEN') entry.spent();
      mine({ orderId, status: 'QUEUED' });
    } catch (problem) {
      refused(problem);
    } finally {
      sending.value = false;
    }
  }

  function refused(problem) {
    const passing = PASSING[problem.type];
    refusedTrace.value = problem.traceId;
    if (problem.type.startsWith('ticket-')) entry.ticketRefused(problem);
    if (problem.type === 'already-purchased') {
      mine({ orderId: problem.body.orderId, status: 'AWAITING_PAYMENT' });
    } else if (passing) {
      closedUntil.value = { state: passing[0], at: now() + 1000 * (problem.retryAfter || passing[1]) };
      notice.value = problem.type === 'rate-limited' ? null : problem;
    } else if (problem.undecided) {
      notice.value = 'sale.undecided';
    } else if (!SHOWN_BY_THE_STATE.includes(problem.type)) {
      notice.value = problem;
    }
    if (problem.type === 'sold-out') sale.value = { ...sale.value, remaining: 0 };
    if (problem.type === 'price-changed') sale.value = { ...sale.value, priceCents: problem.body.priceCents };
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
    entry.tellTabs();
    lookForTicket(latest);
    if (gone) {
      notice.value = latest.status === 'REJECTED' ? 'sale.rejected' : entry.mode.value === 'OPEN' ? 'sale.closed' : 'sale.closedForGood';
      refresh();
    }
  }

  function lookForTicket(latest) {
    if (latest?.status === 'REJECTED' && TICKET_COMES_BACK.includes(latest.reason)) entry.comesBack();
  }

  /** A shopper who returns to the page finds the order that already exists. */
  async function lookForOrder() {
    await sessionKnown();
    if (!session.value || !sale.value || order.value) return;
    const { items } = await get('/api/orders?size=50').catch(() => ({ items: [] }));
    const mineIn = (...statuses) => items.find((item) => item.saleId === sale.value.id && statuses.includes(item.status));
    const found = mineIn('AWAITING_PAYMENT', 'PAID') ?? mineIn('QUEUED');
    if (found && !order.value && !sending.value) {
      if (found.status === 'PAID') order.value = found;
      else mine(found);
    }
    if (!order.value) lookForTicket(items.find((item) => item.saleId === sale.value.id));
  }

  watch(() => sale.value?.priceCents, (cents, before) => {
    if (before === undefined) agreed.value = cents;
    else closedUntil.value = { state: 'pause', at: Math.max(closedUntil.value.at, now() + LOOK_MS) };
  }, { immediate: true, flush: 'sync' });
  watch([() => session.value?.userId, () => sale.value?.id], ([user], [before]) => {
    if (user !== before) {
      unfollow();
      order.value = null;
      bought.value = false;
      notice.value = null;
      refusedTrace.value = null;
    }
    lookForOrder();
  });
  onUnmounted(() => unfollow());

  const secondsToWait = () => Math.max(1, Math.ceil((closedUntil.value.at - now()) / 1000));

  return { state, order, notice, refusedTrace, buy, agree, secondsToWait, entry };
}
