// The page of the payment provider. It is a mock and says so.

import { h, ref } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { post } from '../api.js';
import { useServerNow } from '../clock.js';
import { clock, money } from '../i18n/format.js';
import { alert, heading } from '../ui.js';
import { useOrder } from './use-order.js';
import { badge, explanation, isPayable } from './parts.js';

export { messages } from './messages.js';

export default {
  setup() {
    const { t } = useI18n();
    const route = useRoute();
    const now = useServerNow();
    const { order, problem } = useOrder(route.params.id);
    const sending = ref(false);
    const refusal = ref(null);

    async function pay() {
      if (sending.value) return;
      sending.value = true;
      refusal.value = null;
      try {
        order.value = await post(`/api/orders/${route.params.id}/payment`);
      } catch (fault) {
        refusal.value = fault;
      } finally {
        sending.value = false;
      }
    }

    return () => h('div', { class: 'narrow card provider' }, [
      h('p', { class: 'provider-name' }, t('pay.provider')),
      heading(t(order.value?.status === 'PAID' ? 'pay.done' : 'pay.title')),
      h('p', { class: 'quiet' }, t('pay.disclaimer')),
      alert(refusal.value ?? problem.value, null, !refusal.value),
      order.value ? bill(order.value, now(), sending.value, pay, t) : !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
    ]);
  },
};

function bill(order, now, sending, pay, t) {
  const payable = isPayable(order, now);
  const paid = order.status === 'PAID';
  return [
    order.priceCents !== undefined && h('dl', { class: 'bill' }, [
      h('dt', t('pay.to')), h('dd', 'flash-sale'),
      h('dt', t('pay.order')), h('dd', order.title),
      payable && [h('dt', t('pay.within')), h('dd', { class: 'digits' }, clock(Date.parse(order.payDeadline) - now))],
      h('dt', t('pay.amount')), h('dd', { class: 'price digits' }, money(order.priceCents)),
    ]),
    payable
      ? h('button', { type: 'button', class: 'button primary wide big', 'aria-disabled': String(sending), onClick: pay },
          sending ? t('pay.sending') : t('pay.submit', { price: money(order.priceCents) }))
      : h('p', { role: 'status' }, [badge(order, t), ' ', explanation(order, now, t)]),
    h('p', h(RouterLink, { class: paid ? 'button good wide big' : '', to: `/orders/${order.orderId}` }, () => t(paid ? 'pay.seeOrder' : 'pay.back'))),
  ];
}
