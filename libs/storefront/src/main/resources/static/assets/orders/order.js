// One order, with live updates.

import { h } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { useServerNow } from '../clock.js';
import { moment, money } from '../i18n/format.js';
import { alert, heading, picture, tiles } from '../ui.js';
import { useOrder } from './use-order.js';
import { badge, CancelButton, explanation, isPayable, overpaid, steps } from './parts.js';

export const messages = [new URL('./messages', import.meta.url), new URL('./journey-messages', import.meta.url)];

export default {
  setup() {
    const { t } = useI18n();
    const route = useRoute();
    const now = useServerNow();
    const { order, problem } = useOrder(route.params.id);

    return () => h('div', { class: 'order-page' }, [
      h('p', h(RouterLink, { to: '/orders' }, () => `← ${t('orders.back')}`)),
      !order.value && heading(t('orders.number', { id: route.params.id })),
      alert(problem.value, null, true),
      order.value ? details(order, now(), t) : !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
    ]);
  },
};

function details(order, now, t) {
  const { orderId, saleId, title, imageUrl, priceCents, discountCents, createdAt, payDeadline } = order.value;
  const payable = isPayable(order.value, now);
  const surplus = overpaid(order.value, t);
  return h('article', { class: 'card two order-card' }, [
    imageUrl && picture(imageUrl, '', true),
    h('div', { class: 'facts' }, [
      h('p', { role: 'status' }, badge(order.value, t)),
      heading(title ?? t('orders.number', { id: orderId })),
      priceCents !== undefined && h('p', { class: 'prices' }, [
        h('strong', { class: 'price digits' }, money(priceCents - (discountCents ?? 0))),
        discountCents && h('s', { class: 'digits' }, money(priceCents)),
      ]),
      h('p', explanation(order.value, now, t)),
      surplus && h('p', surplus),
      steps(order.value, t),
      payable && h('p', { class: 'timer', role: 'timer' }, [
        h('span', { class: 'quiet' }, t('orders.payWithin')), ' ',
        tiles(Date.parse(payDeadline) - now),
      ]),
      payable && h('div', { class: 'actions' }, [
        h(RouterLink, { class: 'button primary', to: `/orders/${orderId}/payment` }, () => t('orders.pay')),
        h(CancelButton, { orderId, onCancelled: (cancelled) => (order.value = cancelled) }),
      ]),
      h('p', { class: 'quiet small-print' }, [
        createdAt ? `${t('orders.placed', { at: moment(createdAt) })} · ` : '',
        t('orders.number', { id: orderId }), ' · ',
        h(RouterLink, { to: `/sales/${saleId}` }, () => t('orders.toSale')), ' · ',
        h(RouterLink, { to: `/orders/${orderId}/journey` }, () => t('journey.link')),
      ]),
    ]),
  ]);
}
