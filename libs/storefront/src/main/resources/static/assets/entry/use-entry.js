// One shopper's way into a sale that asks for purchase tickets, as states that a page can show.
//
//   logInToEnter   notYet   prepare   prepared   getTicket   asking   noneFree           in mode TICKET
//   logInToEnter   pause   enter   entering   inLine   turn         in modes QUEUE and LOTTERY
//   then buy, while there is a ticket, and at last over
//
// Until the shopper's turn comes, the page polls only the public serving place, once a second. That answer also says
// how many units remain, and whether the sale was changed; only then the page loads the sale again. Every step is
// retried if it fails: entering twice gives the same number, and asking twice gives the same ticket.

import { computed, onUnmounted, ref, watch } from 'vue';
import { Problem, get, post } from '../api.js';
import { session, sessionKnown } from '../account/session.js';
import { useRefreshing } from '../refreshing.js';
import { stateAt } from '../shop/stock.js';
import { ring } from './alarm.js';
import { Served, waitFor } from './estimate.js';
import { keep, kept, onToldByTab, tellTabs, promised } from './kept.js';
import { canCompute, place as placeOf } from './place.js';
import { solve } from '../shop/proof-of-work.js';

const POLL_MS = 1150; // minus everybody's jitter, hardly less than the second for which an answer is valid
const AGAIN_MS = 2000;
const EARLY_MS = 200; // the same for shoppers who came before the opening, for whom every moment counts
const PREPARE_MS = 240_000; // before the opening: a proof is valid for five minutes
const SPREAD_MS = 5000; // in which waiting shoppers reload a sale that was changed
const SLACK_MS = 2000; // the most that this page's clock may lag behind the shop's
const SLEPT_MS = 15_000; // no answer is so old: this computer has slept, or its clock is wrong
const AT_OPENING_MS = 50; // after the opening, by this page's estimate of the server's clock
const STALE = 3; // unanswered requests in a row
const OVER = ['turn-over', 'ticket-expired', 'ticket-used'];
const PASSING = ['network', 'rate-limited', 'sale-warming-up', 'service-unavailable', 'gateway-timeout', 'queue-unavailable', 'not-your-turn', 'sale-not-open'];
const MAX_WORK = 5; // proofs of work for one click: the sale may demand more meanwhile, or a proof may come too late
const WORK = ['proof-of-work-required', 'proof-of-work-wrong', 'proof-of-work-expired'];
const SILENT = ['not-your-turn', 'sale-not-open', 'sold-out', 'sale-ended', 'entry-not-needed', 'unauthenticated'];

export const modeOf = (sale) => sale?.entry?.mode ?? 'OPEN';

/**
 * @param sale a ref of the sale, or null
 * @param now returns the server's time
 * @param has {ordered}: whether the shopper has an order in the sale; {lookForOrder}: looks for one; {refreshSale}
 */
export function useEntry(sale, now, has) {
  const serving = ref(null); // the public answer
  const mine = ref(null); // {number, pass}
  const place = ref(null);
  const ticket = ref(null); // {ticket, expiresAt}
  const known = ref(false); // whether `mine` is confirmed by the shop
  const wanted = ref(false); // the shopper has clicked, and the result is pending
  const ended = ref(''); // one of OVER
  const notice = ref(null); // a Problem
  const work = ref(null); // {part, 0 to 1, reasons}: the progress of the demanded work, and why it is so much
  const unanswered = ref(0);
  const served = new Served();
  let acting = false;
  let loading = 0; // a timer, while a reload of the sale is due
  let opening = 0; // the timer of a prepared shopper
  let gone = false;
  let doubtUntil = 0; // performance.now(): until then no answer casts doubt on the clock again
  let silentUntil = 0; // performance.now()
  let comingBack = false; // an order was rejected, and the shop gives its ticket back in a moment
  let giveUpWork = () => {};
  let proof; // of completed work; valid until it admits the shopper, or is refused
  let preparedUntil = 0; // the work done before the opening, or the answer that none is needed, is valid until then

  const mode = computed(() => modeOf(sale.value));
  const queues = computed(() => mode.value === 'QUEUE' || mode.value === 'LOTTERY');
  const isOn = () => mode.value !== 'OPEN' && !['ENDED', 'CALLED_OFF'].includes(stateAt(sale.value, now())) && !has.ordered();
  const isUpcoming = () => stateAt(sale.value, now()) === 'UPCOMING';
  const untilOpening = () => Date.parse(sale.value.opensAt) - now();
  const opensSoon = () => untilOpening() <= PREPARE_MS;
  const hasTicket = () => Boolean(ticket.value) && now() < Date.parse(ticket.value.expiresAt);
  const isServed = () => place.value !== null && serving.value !== null && place.value <= serving.value.serving;
  const over = () => ended.value || (ticket.value && !hasTicket() ? 'ticket-expired' : '');

  const state = computed(() => {
    if (!session.value) return 'logInToEnter';
    if (over()) return 'over';
    if (hasTicket()) return 'buy';
    if (!queues.value) {
      if (isUpcoming()) return !opensSoon() ? 'notYet' : wanted.value ? 'prepared' : 'prepare';
      if (wanted.value) return 'asking';
      return serving.value?.state === 'PAUSED' ? 'noneFree' : 'getTicket';
    }
    if (mine.value) return isServed() ? 'turn' : 'inLine';
    if (wanted.value) return 'entering';
    return known.value ? 'enter' : 'pause';
  });

  const refresh = useRefreshing(POLL_MS, async () => {
    if (!isOn()) return;
    await lookAtServing();
    await act();
    awaitOpening();
  });

  /** A prepared shopper looks again at the opening, not up to a second later, or five on a hidden page. */
  function awaitOpening() {
    clearTimeout(opening);
    if (gone || queues.value || !wanted.value || hasTicket() || !isUpcoming() || !opensSoon()) return;
    opening = setTimeout(refresh, untilOpening() + AT_OPENING_MS);
  }

  async function lookAtServing() {
    try {
      // Does not set the clock: the answer may be some seconds old.
      const answer = await get(`/api/sales/${sale.value.id}/entry/serving`, { anonymous: true, timed: false });
      serving.value = answer;
      promised(sale.value.id, answer.lottery);
      unanswered.value = 0;
      follow(answer);
      if (answer.state === 'SERVING') served.add(Date.parse(answer.serverTime), answer.serving, sale.value.entry.rate);
      else served.pause();
    } catch (problem) {
      unanswered.value++;
      // All waiting pages learn this in the same second, so they spread their loading.
      if (problem.type === 'entry-not-needed' && !loading) loadWithin(SPREAD_MS);
    }
  }

  /**
   * The answer includes what is left. After other changes by an administrator each page reloads the sale, but not
   * all at the same moment.
   */
  function follow({ remaining = sale.value.remaining, revision, state: served, serverTime }) {
    if (remaining !== sale.value.remaining) sale.value = { ...sale.value, remaining };
    const atOnce = contradicts(served, serverTime);
    const doubts = atOnce && performance.now() > doubtUntil;
    if (!(revision > sale.value.revision || doubts) || (loading && !atOnce)) return;
    if (doubts) doubtUntil = performance.now() + SLEPT_MS;
    loadWithin(atOnce ? 0 : SPREAD_MS);
  }

  function loadWithin(ms) {
    clearTimeout(loading);
    loading = setTimeout(async () => {
      await has.refreshSale();
      loading = 0; // if this is still the old version, it is loaded once more
    }, ms * Math.random());
  }

  /**
   * Whether opening or end were moved, as far as this page knows, or its clock is wrong. Reloading the sale
   * corrects both.
   */
  function contradicts(served, serverTime) {
    return (served === 'SERVING' && untilOpening() > SLACK_MS)
      || (served === 'ENDED' && Date.parse(sale.value.closesAt) - now() > SLACK_MS)
      || Math.abs(Date.parse(serverTime) - now()) > SLEPT_MS;
  }

  /** Takes the next step, if there is one. */
  async function act() {
    const user = session.value?.userId;
    if (!user || acting || over() || performance.now() < silentUntil) return;
    acting = true;
    try {
      await (queues.value ? stepInQueue(user) : stepToTicket(user));
      if (isStill(user)) notice.value = null;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (isStill(user)) refused(problem, user);
    } finally {
      acting = false;
    }
  }

  const isStill = (user) => session.value?.userId === user;

  async function stepToTicket(user) {
    if (kept(sale.value.id, user).asked) wanted.value = !hasTicket();
    if (!wanted.value || hasTicket()) return;
    if (isUpcoming()) await prepare();
    if (!isUpcoming() && isStill(user)) await askForTicket(user);
  }

  /**
   * Does the work before the opening. Scripts do so, and a shopper who began at the opening would find no tickets
   * left.
   */
  async function prepare() {
    if (!opensSoon() || now() < preparedUntil) return;
    const challenge = await get(`/api/sales/${sale.value.id}/entry/proof`);
    if (challenge.needed) proof = await worked(challenge);
    preparedUntil = challenge.needed ? Date.parse(challenge.expiresAt) : now() + PREPARE_MS;
  }

  async function stepInQueue(user) {
    if (!known.value) await find(user);
    if (!mine.value && wanted.value && isStill(user)) await enter(user);
    if (!mine.value || !isStill(user)) return;
    place.value = await myPlace();
    if (isServed() && !hasTicket() && isStill(user)) await askForTicket(user);
  }

  async function find(user) {
    const { id } = sale.value;
    const { pass } = kept(id, user);
    try {
      numbered(await get(`/api/sales/${id}/entry`), user);
    } catch (problem) {
      if (problem.type !== 'not-entered') throw problem;
      if (isStill(user)) mine.value = null;
      if (pass) await enter(user, pass); // the shop lost the number, and the pass proves it
    }
    if (isStill(user)) known.value = true;
  }

  async function enter(user, pass) {
    const path = `/api/sales/${sale.value.id}/entry`;
    const answer = pass ? await post(path, { pass }) : await withWork(() => post(path, proof && { proof }));
    numbered(answer, user);
    tellTabs(sale.value.id);
  }

  /** Sends the request, and repeats it with a proof if the sale demands work; most do not. */
  async function withWork(send) {
    for (let works = 0; ; works++) {
      try {
        return await send();
      } catch (problem) {
        if (!WORK.includes(problem.type)) throw problem;
        proof = undefined;
        if (works === MAX_WORK) throw problem;
      }
      const challenge = await get(`/api/sales/${sale.value.id}/entry/proof`);
      if (challenge.needed) proof = await worked(challenge);
    }
  }

  async function worked(challenge) {
    const giving = new AbortController();
    giveUpWork = () => giving.abort();
    const { reasons = [] } = challenge;
    work.value = { part: 0, reasons };
    try {
      return await solve(challenge, (part) => (work.value = { part, reasons }), giving.signal);
    } catch (fault) {
      const why = { AbortError: 'network', UnsolvableError: 'proof-of-work-wrong' }[fault.name] ?? 'proof-of-work-required';
      throw new Problem(0, { type: why }, 0);
    } finally {
      work.value = null;
    }
  }

  function numbered(answer, user) {
    keep(sale.value.id, user, { pass: answer.pass });
    if (!isStill(user)) return;
    mine.value = answer;
    place.value = answer.place ?? null;
    wanted.value = false;
    known.value = true;
  }

  /**
   * In a lottery the page computes the place itself, so that not everybody asks at the opening; null until it is
   * drawn.
   */
  async function myPlace() {
    const { number } = mine.value;
    if (mode.value === 'QUEUE') return number;
    if (place.value !== null) return place.value;
    const { seed, size } = serving.value?.lottery ?? {};
    if (!seed) return null;
    if (number > size) return number;
    return canCompute() ? placeOf(seed, size, number) : ((await get(`/api/sales/${sale.value.id}/entry`)).place ?? null);
  }

  async function askForTicket(user) {
    const path = `/api/sales/${sale.value.id}/entry/ticket`;
    const answer = mine.value
      ? await post(path, { pass: mine.value.pass })
      : await withWork(() => post(path, proof && { proof }));
    if (!queues.value) keep(sale.value.id, user, { asked: true });
    if (!isStill(user)) return;
    ticket.value = answer;
    comingBack = false;
    wanted.value = false;
    ring();
    tellTabs(sale.value.id);
  }

  function refused(problem, user) {
    const early = problem.type === 'sale-not-open' && !queues.value;
    silentUntil = performance.now() + Math.max(early ? EARLY_MS : AGAIN_MS, 1000 * problem.retryAfter);
    const isAwaited = comingBack && problem.type === 'ticket-used';
    notice.value = isAwaited || SILENT.includes(problem.type) ? null : problem;
    if (isAwaited) return;
    if (OVER.includes(problem.type)) {
      end(problem.type);
    } else if (problem.type === 'pass-invalid' || problem.type === 'pass-not-yours') {
      keep(sale.value.id, user, null);
      startAnew();
    } else if (problem.type === 'not-your-turn') {
      place.value = problem.body.place ?? place.value;
    } else if (!PASSING.includes(problem.type)) {
      wanted.value = false;
      if (!queues.value) keep(sale.value.id, user, null);
      if (problem.type === 'sold-out' && serving.value) serving.value = { ...serving.value, state: 'PAUSED' };
      else has.refreshSale();
    }
  }

  function end(why) {
    ended.value = why;
    notice.value = null;
    wanted.value = false;
    has.lookForOrder(); // the ticket may have been used elsewhere
  }

  function startAnew() {
    giveUpWork();
    proof = undefined;
    preparedUntil = 0;
    mine.value = null;
    place.value = null;
    ticket.value = null;
    known.value = false;
    wanted.value = false;
    comingBack = false;
  }

  /** The shopper asks for a number, or a ticket. */
  function want() {
    wanted.value = true;
    silentUntil = 0;
    notice.value = null;
    return refresh();
  }

  /** The ticket has bought a unit. */
  function spent() {
    ended.value = 'ticket-used';
    tellTabs(sale.value.id);
  }

  /** The last order was rejected, for no fault of the shopper. */
  function comesBack() {
    const used = ended.value === 'ticket-used';
    if (mode.value === 'OPEN' || (!used && (ended.value || ticket.value))) return;
    comingBack = true;
    ended.value = '';
    ticket.value = null;
    wanted.value = !queues.value;
    refresh();
  }

  /** Handles a refusal of the reservation that concerns the ticket. */
  function ticketRefused(problem) {
    if (OVER.includes(problem.type)) end(problem.type);
    else ticket.value = null; // asks for it again
  }

  /** Seconds until the shopper's turn, as {from, to}; null if unknown. */
  function estimate() {
    if (place.value === null || !serving.value || serving.value.state === 'PAUSED') return null;
    const { state, rate } = serving.value;
    return waitFor(ahead(), sale.value.entry.rate, served.rate() ?? (state === 'SERVING' ? rate : null), ahead() - unclaimed());
  }

  /** The places served before: at most so many shoppers. */
  const ahead = () => Math.max(0, (place.value ?? 1) - (serving.value?.serving ?? 0) - 1);

  /** How many of these numbers may have no owner, because they were lost with Redis. */
  const unclaimed = () => Math.min(ahead(), serving.value?.unclaimed ?? 0);

  watch([() => session.value?.userId, mode], ([user], [before]) => {
    startAnew();
    silentUntil = 0;
    if (user !== before) {
      ended.value = '';
      notice.value = null;
    }
    refresh();
  });
  let forgetTabs = () => {};
  watch(() => sale.value?.id, (id) => {
    forgetTabs();
    forgetTabs = id ? onToldByTab(id, heard) : () => {};
  }, { immediate: true });
  onUnmounted(() => {
    gone = true;
    forgetTabs();
    giveUpWork();
    clearTimeout(loading);
    clearTimeout(opening);
  });

  function heard() {
    known.value = false;
    has.lookForOrder();
    refresh();
  }

  sessionKnown().then(refresh);

  return {
    mode,
    queues,
    state,
    serving,
    mine,
    place,
    ticket: () => (hasTicket() ? ticket.value : null),
    over,
    notice,
    work,
    want,
    spent,
    comesBack,
    tellTabs: () => mode.value !== 'OPEN' && tellTabs(sale.value.id),
    ticketRefused,
    ahead,
    unclaimed,
    estimate,
    isStale: () => unanswered.value >= STALE,
    /** Whether the serving place covers the sale's state, so that the page need not ask for the sale. */
    followsSale: () => Boolean(sale.value) && isOn() && serving.value !== null && unanswered.value < STALE,
  };
}
