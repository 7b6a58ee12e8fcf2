// One shopper's way through one sale, as states that a button can show.
//
//   logIn   notYet   buy   agree   sending   queued   yours   paid   already   soldOut   ended   wait   held   pause
//
// and, where the sale asks for a purchase ticket, the states of ../entry/use-entry.js on the way to it.

import { computed, onUnmounted, ref, watch } from 'vue';
import { get, post, postingOnce } from '../api.js';
import { session, sessionKnown } from '../account/session.js';
import { useEntry } from '../entry/use-entry.js';
import { follow } from '../orders/follow.js';
import { stateAt } from './stock.js';
import { useWaitingList } from './waiting-list.js';

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
  const order = ref(null); // the shopper's newest order in this sale or a variant of it, while it counts
  const held = ref(new Map()); // the ids of all their orders there that count, each with the id of what it is for
  const postOnce = postingOnce();
  const bought = ref(false); // whether it was bought on this page
  const notice = ref(null); // a Problem, or the key of a text
  const agreed = ref(undefined); // the price in cents that the shopper saw first, or has agreed to since
  const refusedTrace = ref(null); // of the last click, if it was refused and followed
  const closedUntil = ref({ state: '', at: 0 });
  let unfollow = () => {};
  const entry = useEntry(sale, now, {
    ordered: () => order.value !== null,
    lookForOrder: () => lookForOrders(),
    refreshSale: () => refresh(),
  });

  const waitingList = useWaitingList(sale, now);

  const state = computed(() => {
    if (!sale.value) return 'pause';
    if (sending.value) return 'sending';
    if (order.value) return ofOrder(order.value.status);
    const phase = stateAt(sale.value, now());
    if (['ENDED', 'CALLED_OFF'].includes(phase)) return 'ended';
    const way = entry.mode.value === 'OPEN' ? ofOpenSale(phase) : entry.state.value;
    if (way !== 'buy') return way;
    if (now() < closedUntil.value.at) return closedUntil.value.state;
    return sale.value.priceCents === agreed.value ? 'buy' : 'agree';
  });

  function ofOpenSale(phase) {
    if (phase === 'UPCOMING') return 'notYet';
    if (phase === 'SOLD_OUT' && !waitingList.offer()) return 'soldOut';
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

  const limit = () => sale.value?.purchaseLimit ?? 1;

  /** Whether the shopper, who has a unit, may take another one now. */
  const mayHaveAnother = computed(() =>
    order.value !== null && !sending.value && held.value.size < limit() && (stateAt(sale.value, now()) === 'OPEN' || waitingList.offer() !== null)
      && now() >= closedUntil.value.at);

  /** Buys another one at the price that the button names. */
  function another() {
    if (!mayHaveAnother.value) return;
    agreed.value = sale.value.priceCents;
    return send();
  }

  /** Another click than the one on the old price: it agrees to the new one. */
  function agree() {
    if (state.value !== 'agree') return;
    agreed.value = sale.value.priceCents;
    return buy();
  }

  function buy() {
    if (state.value === 'buy') return send(); // a second click finds the button in another state
  }

  async function send() {
    const click = limit() > 1 ? postOnce : post; // with one unit, a repeated click cannot take another
    sending.value = true;
    notice.value = null;
    refusedTrace.value = null;
    try {
      const { orderId } = await click(`/api/sales/${sale.value.id}/reservations`, undefined, { ticket: entry.ticket()?.ticket, priceCents: agreed.value });
      bought.value = true;
      if (entry.mode.value !== 'OPEN') entry.spent();
      else if (waitingList.offer()) waitingList.used();
      mine({ orderId, saleId: sale.value.id, status: 'QUEUED' });
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
      lookForOrders();
    } else if (passing) {
      closedUntil.value = { state: passing[0], at: now() + 1000 * (problem.retryAfter || passing[1]) };
      notice.value = problem.type === 'rate-limited' ? null : problem;
    } else if (problem.undecided) {
      notice.value = 'sale.undecided';
    } else if (order.value || !SHOWN_BY_THE_STATE.includes(problem.type)) {
      notice.value = problem; // the state of a shopper who has a unit shows that
    }
    if (problem.type === 'sold-out') sale.value = { ...sale.value, remaining: 0 };
    if (problem.type === 'price-changed') sale.value = { ...sale.value, priceCents: problem.body.priceCents };
    refresh();
  }

  function mine(found) {
    unfollow();
    order.value = found;
    held.value = new Map(held.value).set(found.orderId, found.saleId);
    unfollow = follow(found.orderId, changed);
  }

  function changed(latest) {
    const gone = ['CLOSED', 'REJECTED', 'REFUND_DUE', 'REFUNDED'].includes(latest.status);
    order.value = gone ? null : latest;
    if (gone) {
      held.value = new Map([...held.value].filter(([id]) => id !== latest.orderId));
      lookForOrders();
    }
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

  /** A shopper who returns to the page finds the orders that already exist. */
  async function lookForOrders() {
    await sessionKnown();
    if (!session.value || !sale.value) return;
    const { items } = await get('/api/orders?size=50').catch(() => ({ items: [] }));
    const sales = sale.value.variants?.map(({ id }) => id) ?? [sale.value.id];
    const ofSale = items.filter((item) => sales.includes(item.saleId));
    const active = ofSale.filter((item) => ['AWAITING_PAYMENT', 'PAID', 'QUEUED'].includes(item.status));
    held.value = new Map([...(order.value ? [order.value] : []), ...active].map((item) => [item.orderId, item.saleId]));
    if (order.value || sending.value) return;
    const found = active.find((item) => item.status !== 'QUEUED') ?? active[0];
    if (!found) lookForTicket(ofSale[0]);
    else if (found.status === 'PAID') order.value = found;
    else mine(found);
  }

  watch([() => sale.value?.id, () => sale.value?.priceCents], ([id, cents], [idBefore, before]) => {
    if (id !== idBefore || before === undefined) {
      agreed.value = cents; // also of another variant, whose price is looked at
      notice.value = null;
      refusedTrace.value = null;
    } else closedUntil.value = { state: 'pause', at: Math.max(closedUntil.value.at, now() + LOOK_MS) };
  }, { immediate: true, flush: 'sync' });
  watch([() => session.value?.userId, () => sale.value?.id], ([user], [before]) => {
    if (user !== before) {
      unfollow();
      order.value = null;
      held.value = new Map();
      bought.value = false;
      notice.value = null;
      refusedTrace.value = null;
    }
    lookForOrders();
  });
  onUnmounted(() => unfollow());

  const secondsToWait = () => Math.max(1, Math.ceil((closedUntil.value.at - now()) / 1000));

  return { state, order, notice, refusedTrace, buy, agree, held, limit, mayHaveAnother, another, secondsToWait, entry, waitingList };
}
