// The page of one sale, and its one big button.

import { h, ref } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';
import { useServerNow } from '../clock.js';
import { clock, countdown, moment } from '../i18n/format.js';
import { useRefreshing } from '../refreshing.js';
import { alert, heading, picture, tiles } from '../ui.js';
import { usePurchase } from './purchase.js';
import { prices, productName, soldBar, stateAt } from './stock.js';

export { messages } from './messages.js';

const REFRESH_MS = 2000;

export default {
  setup() {
    const { t } = useI18n();
    const route = useRoute();
    const { id } = route.params; // the component is of this sale only
    const now = useServerNow();
    const sale = ref(null);
    const problem = ref(null);

    const refresh = useRefreshing(REFRESH_MS, async () => {
      try {
        sale.value = await get(`/api/sales/${id}`);
        problem.value = null;
      } catch (failure) {
        problem.value = failure;
        return failure.status !== 404 && failure.status !== 400;
      }
      return true;
    });

    const purchase = usePurchase(sale, now, refresh);

    return () => {
      if (!sale.value) {
        return h('div', { class: 'sale-page' }, [
          h('p', h(RouterLink, { to: '/' }, () => `← ${t('sale.back')}`)),
          problem.value ? alert(problem.value, refresh) : h('div', { class: 'two', 'aria-busy': 'true' }, [
            h('div', { class: 'picture placeholder' }),
            h('div', h('p', { role: 'status' }, t('loading'))),
          ]),
        ]);
      }
      const state = stateAt(sale.value, now());
      return h('div', { class: ['sale-page', state] }, [
        h('p', h(RouterLink, { to: '/' }, () => `← ${t('sale.back')}`)),
        h('div', { class: 'two' }, [
          picture(sale.value.product.imageUrl, sale.value.product.name, true),
          h('div', { class: 'facts' }, [
            h('p', { class: 'quiet product' }, productName(sale.value)),
            heading(sale.value.title),
            h('p', sale.value.product.description),
            prices(sale.value, t),
            soldBar(sale.value, state, t),
            timerOf(sale.value, state, now(), t),
            buyBox(purchase, sale.value, route, now(), t),
            problem.value && h('p', { class: 'quiet', role: 'status' }, t('sale.stale')),
          ]),
        ]),
      ]);
    };
  },
};

function timerOf(sale, state, now, t) {
  const until = { UPCOMING: sale.opensAt, OPEN: sale.closesAt, SOLD_OUT: sale.closesAt }[state];
  return h('p', { class: 'timer', role: 'timer' }, until
    ? [h('span', { class: 'quiet' }, t(state === 'UPCOMING' ? 'shop.opensIn' : 'shop.closesIn')), ' ', tiles(Date.parse(until) - now)]
    : h('span', { class: 'quiet' }, t('shop.endedAt', { at: moment(sale.closesAt) })));
}

function buyBox({ state, order, notice, buy, secondsToWait }, sale, route, now, t) {
  const at = state.value;
  const text = t(`sale.${at}`, { time: countdown(Date.parse(sale.opensAt) - now), n: secondsToWait() });
  const deadline = order.value?.payDeadline;
  const hint = at === 'yours' && !deadline ? '' : t(`sale.hint.${at}`, { time: deadline ? clock(Date.parse(deadline) - now) : '' });
  return h('div', { class: 'buy-box', role: 'group', 'aria-label': t('sale.buying') }, [
    alert(typeof notice.value === 'string' ? t(notice.value) : notice.value),
    button(at, text, order.value, route, buy),
    h('p', { class: 'quiet hint digits' }, hint),
    // Read out when the state changes, but not every second.
    h('p', { class: 'sr-only', role: 'status' }, at === 'notYet' || at === 'wait' ? '' : t(`sale.${at}`)),
  ]);
}

function button(at, text, order, route, buy) {
  const look = ['button big', at];
  switch (at) {
    case 'logIn':
      return h(RouterLink, { key: at, class: [...look, 'primary'], to: { path: '/login', query: { then: route.fullPath } } }, () => text);
    case 'yours':
      return h(RouterLink, { key: at, class: [...look, 'good'], to: `/orders/${order.orderId}/payment` }, () => text);
    case 'paid':
    case 'already':
      return h(RouterLink, { key: at, class: [...look, 'good'], to: `/orders/${order.orderId}` }, () => text);
    default: {
      // Not `disabled`, which would take the focus away from whoever has just pressed it.
      const idle = at !== 'buy';
      return h('button', { key: 'button', type: 'button', class: [...look, !idle && 'primary'], 'aria-disabled': String(idle), onClick: buy }, text);
    }
  }
}
