// All orders of the shopper, newest first.

import { h, ref } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';
import { useServerNow } from '../clock.js';
import { clock, moment, money } from '../i18n/format.js';
import { useRefreshing } from '../refreshing.js';
import { alert, heading, picture } from '../ui.js';
import { badge, CancelButton, isPayable } from './parts.js';

export const messages = new URL('./messages', import.meta.url);

const PAGE = 20;
const REFRESH_MS = 5000;

export default {
  setup() {
    const { t } = useI18n();
    const now = useServerNow();
    const orders = ref(null);
    const total = ref(0);
    const problem = ref(null);
    let shown = PAGE;

    const refresh = useRefreshing(REFRESH_MS, async () => {
      try {
        const pages = await Promise.all(
          Array.from({ length: Math.ceil(shown / PAGE) }, (_, page) => get(`/api/orders?page=${page}&size=${PAGE}`)));
        const byId = new Map(pages.flatMap((page) => page.items).map((order) => [order.orderId, order]));
        orders.value = [...byId.values()];
        total.value = pages[0].total;
        problem.value = null;
      } catch (failure) {
        problem.value = failure;
        return failure.status !== 401;
      }
      return true; // a new purchase appears here as soon as it is placed
    });

    function more() {
      shown += PAGE;
      refresh();
    }

    return () => [
      heading(t('orders.title')),
      alert(problem.value, refresh),
      orders.value === null && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
      orders.value?.length === 0 && h('div', { class: 'empty card' }, [
        h('p', t('orders.none')),
        h(RouterLink, { class: 'button primary', to: '/' }, () => t('orders.toShop')),
      ]),
      orders.value?.length > 0 && h('ul', { class: 'orders' }, orders.value.map((order) => row(order, now(), refresh, t))),
      orders.value && orders.value.length < total.value && h('button', { type: 'button', class: 'button', onClick: more }, t('orders.more')),
    ];
  },
};

function row(order, now, refresh, t) {
  const payable = isPayable(order, now);
  return h('li', { key: order.orderId, class: 'card order' }, [
    picture(order.imageUrl),
    h('div', { class: 'text' }, [
      h('h2', h(RouterLink, { to: `/orders/${order.orderId}` }, () => order.title)),
      h('p', { class: 'quiet' }, order.createdAt
        ? t('orders.placed', { at: moment(order.createdAt) })
        : t('orders.checkedSince', { at: moment(order.underReviewSince) })),
      h('p', [h('strong', { class: 'digits' }, money(order.priceCents)), ' ', badge(order, t)]),
    ]),
    payable && h('div', { class: 'actions' }, [
      h('p', { class: 'quiet' }, [t('orders.payWithin'), ' ', h('strong', { class: 'digits' }, clock(Date.parse(order.payDeadline) - now))]),
      h(RouterLink, { class: 'button primary', to: `/orders/${order.orderId}/payment` }, () => t('orders.pay')),
      h(CancelButton, { orderId: order.orderId, onCancelled: refresh }),
    ]),
  ]);
}
