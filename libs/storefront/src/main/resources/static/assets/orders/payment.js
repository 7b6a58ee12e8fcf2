// The page of the payment provider. It is a mock and says so.

import { h, ref } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { post } from '../api.js';
import { couponChoice, useCouponChoice } from '../coupons/choice.js';
import { useServerNow } from '../clock.js';
import { clock, money } from '../i18n/format.js';
import { alert, heading } from '../ui.js';
import { useOrder } from './use-order.js';
import { badge, explanation, isPayable } from './parts.js';

export const messages = [new URL('./messages', import.meta.url), new URL('../coupons/messages', import.meta.url)];
export const styles = new URL('../coupons/coupons.css', import.meta.url);

export default {
  setup() {
    const { t } = useI18n();
    const route = useRoute();
    const now = useServerNow();
    const { order, problem } = useOrder(route.params.id);
    const sending = ref(false);
    const refusal = ref(null);
    const coupons = useCouponChoice(order);

    async function pay() {
      if (sending.value) return;
      sending.value = true;
      refusal.value = null;
      try {
        const couponId = coupons.couponId();
        order.value = await post(`/api/orders/${route.params.id}/payment`, couponId && { couponId });
      } catch (fault) {
        refusal.value = fault;
        coupons.load(); // what can be used now
      } finally {
        sending.value = false;
      }
    }

    return () => h('div', { class: 'narrow card provider' }, [
      h('p', { class: 'provider-name' }, t('pay.provider')),
      heading(t(order.value?.status === 'PAID' ? 'pay.done' : 'pay.title')),
      h('p', { class: 'quiet' }, t('pay.disclaimer')),
      alert(refusal.value ?? problem.value, null, !refusal.value),
      refusal.value?.type === 'coupon-in-use' && h('p', h(RouterLink, { to: `/orders/${refusal.value.body.orderId}` }, () => t('coupons.order'))),
      order.value ? bill(order.value, now(), sending.value, pay, coupons, t) : !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
    ]);
  },
};

function bill(order, now, sending, pay, coupons, t) {
  const payable = isPayable(order, now);
  const paid = order.status === 'PAID';
  const discount = payable ? coupons.discount() : (order.discountCents ?? 0);
  const toPay = (order.priceCents ?? 0) - discount;
  return [
    order.priceCents !== undefined && h('dl', { class: 'bill' }, [
      h('dt', t('pay.to')), h('dd', 'flash-sale'),
      h('dt', t('pay.order')), h('dd', order.title),
      payable && [h('dt', t('pay.within')), h('dd', { class: 'digits' }, clock(Date.parse(order.payDeadline) - now))],
      discount > 0 && [
        h('dt', t('coupons.price')), h('dd', { class: 'digits' }, money(order.priceCents)),
        h('dt', t('coupons.discount')), h('dd', { class: 'digits' }, `− ${money(discount)}`),
      ],
      h('dt', t('pay.amount')), h('dd', { class: 'price digits' }, money(toPay)),
    ]),
    payable && couponChoice(order, coupons, t),
    payable
      ? h('button', { type: 'button', class: 'button primary wide big', 'aria-disabled': String(sending), onClick: pay },
          sending ? t('pay.sending') : t('pay.submit', { price: money(toPay) }))
      : h('p', { role: 'status' }, [badge(order, t), ' ', explanation(order, now, t)]),
    h('p', h(RouterLink, { class: paid ? 'button good wide big' : '', to: `/orders/${order.orderId}` }, () => t(paid ? 'pay.seeOrder' : 'pay.back'))),
  ];
}
