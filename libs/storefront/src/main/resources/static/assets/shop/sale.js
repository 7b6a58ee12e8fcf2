// The page of one sale, with its one big button.

import { h, ref, watch } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
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
import { prices, productName, soldBar, stateAt } from './stock.js';
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
    const { id } = route.params; // the component belongs to this sale only
    const now = useServerNow();
    const sale = ref(null);
    const problem = ref(null);

    const pause = () => (purchase.entry.mode.value === 'OPEN' ? REFRESH_MS : SELDOM_MS);
    useRefreshing(pause, () => (purchase.entry.followsSale() && !problem.value ? true : load()));

    async function load() {
      try {
        sale.value = await get(`/api/sales/${id}`);
        problem.value = null;
      } catch (failure) {
        problem.value = failure;
        return failure.status !== 404 && failure.status !== 400;
      }
      return true;
    }

    watch(locale, load); // the texts of the sale come in the language of the page

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
            soldBar(sale.value, state, t),
            state !== 'CALLED_OFF' && timerOf(sale.value, state, now(), t),
            state === 'UPCOMING' && openingOf(sale.value, now, t),
            state === 'CALLED_OFF' ? calledOff(t) : [
              purchase.entry.mode.value !== 'OPEN' && h(EntryPanel, { entry: purchase.entry, sale: sale.value, at: purchase.state.value, now: now() }),
              h(WaitingListPanel, { list: purchase.waitingList, mayJoin: purchase.held.value.size < purchase.limit(), then: route.fullPath, now: now() }),
              buyBox(purchase, sale.value, route, now(), t),
            ],
            problem.value && h('p', { class: 'quiet', role: 'status' }, t('sale.stale')),
          ]),
        ]),
      ]);
    };
  },
};

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
    Date.parse(sale.opensAt) - now() > REMIND_UNTIL_MS && h(ReminderButton, { saleId: sale.id }),
  ]);
}

function remind(sale, now, t) {
  const url = `${location.origin}/sales/${sale.id}`;
  saveCalendar(`sale-${sale.id}.ics`, {
    uid: `sale-${sale.id}@${location.hostname}`,
    sequence: sale.revision,
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
const STILL = ['inLine', 'over', 'noneFree']; // nothing to press, temporarily or for good
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
