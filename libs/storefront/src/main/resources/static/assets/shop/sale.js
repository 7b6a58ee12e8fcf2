// The page of one sale, with its one big button.

import { h, ref, watch } from 'vue';
import { RouterLink, useRoute, useRouter } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { session } from '../account/session.js';
import { get } from '../api.js';
import { useServerNow } from '../clock.js';
import { permitSound } from '../entry/alarm.js';
import { EntryPanel, windowTitle } from '../entry/panel.js';
import { clock, countdown, moment, momentAndZone, money } from '../i18n/format.js';
import { useRefreshing } from '../refreshing.js';
import { alert, heading, picture, tiles } from '../ui.js';
import { saveCalendar } from './calendar.js';
import { usePurchase } from './purchase.js';
import { ReminderButton } from './reminder.js';
import { eachVariant, firstOf, prices, productName, soldBar, stateAt } from './stock.js';
import { WaitingListPanel } from './waiting-list.js';

export const messages = [new URL('./messages', import.meta.url), new URL('../entry/messages', import.meta.url)];
export const styles = new URL('../entry/entry.css', import.meta.url);

const REFRESH_MS = 2000;
const REMIND_UNTIL_MS = 600_000; // before the opening; later a reminder would come at once
const SELDOM_MS = 15_000; // while the serving place brings the news, or nobody clicks

export default {
  setup() {
    const { t, n, locale } = useI18n();
    const route = useRoute();
    const router = useRouter();
    // The component belongs to this sale only, or to the variants that the page of one of them shows.
    const id = ref(/^\d+$/.test(route.query.variant) ? route.query.variant : route.params.id);
    const now = useServerNow();
    const sale = ref(null);
    const problem = ref(null);

    const pause = () => (purchase.entry.mode.value === 'OPEN' ? REFRESH_MS : SELDOM_MS);
    useRefreshing(pause, () => (purchase.entry.followsSale() && !problem.value ? true : load()));

    async function load() {
      const asked = id.value;
      try {
        const answer = await get(`/api/sales/${asked}`);
        if (asked !== id.value) return true; // another variant was chosen meanwhile
        if (asked !== route.params.id && !isOfAddress(answer)) return loadOfAddress();
        sale.value = answer;
        problem.value = null;
      } catch (failure) {
        if ([400, 404].includes(failure.status) && asked === id.value && asked !== route.params.id) return loadOfAddress();
        problem.value = failure;
        return failure.status !== 404 && failure.status !== 400;
      }
      return true;
    }

    /** Whether this is the sale that the path of the address names, or a variant of it. */
    const isOfAddress = (answer) => eachVariant(answer).some((variant) => variant.id === route.params.id);

    /** The address names something else as the variant. */
    function loadOfAddress() {
      id.value = route.params.id;
      router.replace({ query: { ...route.query, variant: undefined } });
      return load();
    }

    watch(locale, load); // the texts of the sale come in the language of the page

    function choose(variant) {
      id.value = variant.id;
      sale.value = variant;
      router.replace({ query: { ...route.query, variant: variant.id } });
      load();
    }

    const purchase = usePurchase(sale, now, load);

    return () => {
      if (!sale.value) {
        return h('div', { class: 'sale-page' }, [
          h('p', h(RouterLink, { to: '/' }, () => `← ${t('sale.back')}`)),
          problem.value ? alert(problem.value, load) : h('div', { class: 'two', 'aria-busy': 'true' }, [
            h('div', { class: 'picture placeholder' }),
            h('div', h('p', { role: 'status' }, t('loading'))),
          ]),
        ]);
      }
      const state = stateAt(sale.value, now());
      return h('div', { class: ['sale-page', state, purchase.entry.mode.value !== 'OPEN' && 'asks'] }, [
        h('p', h(RouterLink, { to: '/' }, () => `← ${t('sale.back')}`)),
        h('div', { class: 'two' }, [
          picture(sale.value.product.imageUrl, sale.value.product.name, true),
          h('div', { class: 'facts' }, [
            h('p', { class: 'quiet product' }, productName(sale.value)),
            heading(sale.value.title, {}, purchase.waitingList.offer() ? t('waitingList.windowTitle', { title: sale.value.title }) : windowTitle(purchase.entry, purchase.state.value, sale.value.title, t, n)),
            h('p', sale.value.product.description),
            prices(sale.value, t),
            sale.value.variants && chooser(sale.value, purchase, now(), choose, t),
            soldBar(sale.value, state, t),
            state !== 'CALLED_OFF' && timerOf(sale.value, state, now(), t),
            state === 'UPCOMING' && openingOf(sale.value, now, t),
            state === 'CALLED_OFF' && calledOff(t),
            state !== 'CALLED_OFF' && purchase.entry.mode.value !== 'OPEN' && h(EntryPanel, { entry: purchase.entry, sale: sale.value, at: purchase.state.value, now: now() }),
            h(WaitingListPanel, { list: purchase.waitingList, mayJoin: purchase.held.value.size < purchase.limit(), then: route.fullPath, now: now() }),
            state !== 'CALLED_OFF' && buyBox(purchase, sale.value, route, now(), t),
            problem.value && h('p', { class: 'quiet', role: 'status' }, t('sale.stale')),
          ]),
        ]),
      ]);
    };
  },
};

/** Stays as it is while a click is on its way, as its answer is about this variant. */
function chooser(sale, { state: at, held }, now, choose, t) {
  const all = eachVariant(sale);
  const mine = new Set(held.value.values());
  const differ = all.some(({ priceCents }) => priceCents !== sale.priceCents);
  return h('fieldset', { class: 'variants' }, [
    h('legend', t('sale.variants')),
    all.map((variant) => {
      const state = stateAt(variant, now);
      const isGone = ['SOLD_OUT', 'CALLED_OFF'].includes(state);
      return h('label', { key: variant.id, class: ['variant', variant.id === sale.id && 'chosen', isGone && 'gone'] }, [
        h('input', { type: 'radio', name: 'variant', value: variant.id, checked: variant.id === sale.id, disabled: at.value === 'sending', onChange: () => choose(variant) }),
        h('span', { class: 'name' }, variant.variant),
        differ && h('span', { class: 'quiet digits' }, money(variant.priceCents)),
        isGone && h('span', { class: 'quiet' }, t(state === 'SOLD_OUT' ? 'shop.soldOut' : 'shop.calledOff')),
        mine.has(variant.id) && h('strong', { class: 'mine' }, t('sale.mine')),
      ]);
    }),
    h('p', { class: 'quiet' }, t('sale.limitOfAll', { n: sale.purchaseLimit }, sale.purchaseLimit)),
  ]);
}

/** Takes the place of everything to buy with. */
function calledOff(t) {
  return h('div', { class: 'alert off-sale', role: 'status' }, [
    h('p', h('strong', t('sale.calledOff'))),
    h('p', t('sale.calledOffExplained')),
    session.value && h('p', h(RouterLink, { to: '/orders' }, () => t('nav.orders'))),
  ]);
}

function timerOf(sale, state, now, t) {
  const until = { UPCOMING: sale.opensAt, OPEN: sale.closesAt, SOLD_OUT: sale.closesAt }[state];
  return h('p', { class: 'timer', role: 'timer' }, until
    ? [h('span', { class: 'quiet' }, t(state === 'UPCOMING' ? 'shop.opensIn' : 'shop.closesIn')), ' ', tiles(Date.parse(until) - now)]
    : h('span', { class: 'quiet' }, t('shop.endedAt', { at: moment(sale.closesAt) })));
}

function openingOf(sale, now, t) {
  return h('div', { class: 'opens' }, [
    h('time', { datetime: sale.opensAt }, t('shop.opensAt', { at: momentAndZone(sale.opensAt) })),
    h('button', { type: 'button', class: 'button small', onClick: () => remind(sale, now(), t) }, t('sale.remind')),
    Date.parse(sale.opensAt) - now() > REMIND_UNTIL_MS && h(ReminderButton, { saleId: firstOf(sale).id }),
  ]);
}

/** The revision, in microseconds since 1970, as seconds since 2020: calendars may count in 31 bits. */
const sequence = (revision) => Math.max(0, Math.floor(revision / 1e6) - Date.UTC(2020, 0) / 1000);

function remind(sale, now, t) {
  const { id, revision } = firstOf(sale);
  const url = `${location.origin}/sales/${id}`;
  saveCalendar(`sale-${id}.ics`, {
    uid: `sale-${id}@${location.hostname}`,
    sequence: sequence(revision),
    at: Date.parse(sale.opensAt),
    title: t('sale.opening', { title: sale.title }),
    text: [productName(sale), url].filter(Boolean).join('\n'),
    url,
  }, now);
}

function buyBox({ state, order, notice, refusedTrace, buy, agree, held, limit, mayHaveAnother, another, secondsToWait, entry }, sale, route, now, t) {
  const at = state.value;
  const text = t(`sale.${at}`, { time: countdown(Date.parse(sale.opensAt) - now), n: secondsToWait(), left: clock(1000 * secondsToWait()), price: money(sale.priceCents) });
  const deadline = order.value?.payDeadline;
  const ticket = ['buy', 'agree'].includes(at) && entry.ticket();
  const until = ticket ? ticket.expiresAt : deadline;
  const hint = at === 'yours' && !deadline ? '' : t(`sale.hint.${ticket && at === 'buy' ? 'ticket' : at === 'soldOut' && sale.waitingList ? 'listed' : at}`, { n: limit(), time: until ? clock(Date.parse(until) - now) : '' }, limit());
  return h('div', { class: ['buy-box', STILL.includes(at) && 'still'], role: 'group', 'aria-label': t('sale.buying') }, [
    alert(typeof notice.value === 'string' ? t(notice.value) : notice.value),
    button(at, text, order.value, route, { buy, agree }[at] ?? (() => enter(entry))),
    h('p', { class: 'quiet hint digits' }, hint),
    limit() > 1 && held.value.size > 0 && h('p', { class: 'held digits', role: 'status' }, t('sale.have', { n: held.value.size, limit: limit() })),
    mayHaveAnother.value && h('button', { type: 'button', class: 'button another', onClick: another }, t('sale.another', { price: money(sale.priceCents) })),
    refusedTrace.value && h('p', { class: 'quiet small-print' }, h(RouterLink, { to: `/clicks/${refusedTrace.value}/journey` }, () => t('sale.clickJourney'))),
    // Read out when the state changes, not every second.
    h('p', { class: 'sr-only', role: 'status' }, ['notYet', 'wait', 'held'].includes(at) ? '' : t(`sale.${at}`, { price: money(sale.priceCents) })),
  ]);
}

function enter(entry) {
  permitSound();
  entry.want();
}

const LOG_IN = ['logIn', 'logInToEnter'];
const PRESSABLE = ['buy', 'agree', 'enter', 'getTicket', 'prepare'];
const STILL = ['inLine', 'over', 'noneFree', 'soldOut', 'ended']; // nothing to press, temporarily or for good
const BUSY = ['entering', 'asking', 'turn'];

function button(at, text, order, route, press) {
  const look = ['button big', at];
  if (LOG_IN.includes(at)) {
    return h(RouterLink, { key: at, class: [...look, 'primary'], to: { path: '/login', query: { then: route.fullPath } } }, () => text);
  }
  switch (at) {
    case 'yours':
      return h(RouterLink, { key: at, class: [...look, 'good'], to: `/orders/${order.orderId}/payment` }, () => text);
    case 'paid':
    case 'already':
      return h(RouterLink, { key: at, class: [...look, 'good'], to: `/orders/${order.orderId}` }, () => text);
    default: {
      // Not `disabled`, which would take the focus away from the button just pressed.
      const idle = !PRESSABLE.includes(at);
      return h('button', { key: 'button', type: 'button', class: [...look, !idle && 'primary', BUSY.includes(at) && 'sending'], 'aria-disabled': String(idle), onClick: () => !idle && press() }, text);
    }
  }
}
