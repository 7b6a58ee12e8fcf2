// The page of the payment provider, which says so if it is the mock. A shopper who had to confirm the payment elsewhere comes
// back here, with ?returned.

import { h, onMounted, ref } from 'vue';
import { RouterLink, useRoute, useRouter } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { get, post } from '../api.js';
import { couponChoice, useCouponChoice } from '../coupons/choice.js';
import { useServerNow } from '../clock.js';
import { clock, money } from '../i18n/format.js';
import { currency } from '../i18n/settings.js';
import { alert, heading } from '../ui.js';
import { useOrder } from './use-order.js';
import { badge, explanation, isPayable } from './parts.js';

export const messages = [new URL('./messages', import.meta.url), new URL('../coupons/messages', import.meta.url)];
export const styles = new URL('../coupons/coupons.css', import.meta.url);

/** With an order's id: by which method this tab has begun a payment that is confirmed elsewhere. */
const BEGUN = 'flash-sale.payment.';

export default {
  setup() {
    const { t, te } = useI18n();
    const route = useRoute();
    const router = useRouter();
    const now = useServerNow();
    const { order, problem } = useOrder(route.params.id);
    const sending = ref(false);
    const refusal = ref(null);
    const notice = ref('');
    const returned = route.query.returned !== undefined;
    const begun = returned ? sessionStorage.getItem(`${BEGUN}${route.params.id}`) : null;
    const method = ref(begun ?? ''); // empty: the provider's usual way
    const ways = ref({ methods: [], mock: false, currency: null }); // until the provider's are known
    const coupons = useCouponChoice(order);

    async function pay() {
      if (sending.value) return;
      sending.value = true;
      refusal.value = null;
      notice.value = '';
      try {
        const couponId = coupons.couponId();
        const body = { ...(couponId && { couponId }), ...(method.value && { method: method.value }) };
        order.value = await post(`/api/orders/${route.params.id}/payment`, Object.keys(body).length > 0 ? body : undefined);
      } catch (fault) {
        refusal.value = fault;
        coupons.load(); // what can be used now
      } finally {
        sending.value = false;
      }
    }

    async function submit() {
      await pay();
      if (refusal.value || !order.value.actionUrl) return;
      sessionStorage.setItem(`${BEGUN}${route.params.id}`, method.value);
      location.assign(order.value.actionUrl);
    }

    /**
     * Asks what came of the payment by making the same call again, once: a reload must not begin another payment, nor
     * may a link to this page.
     */
    async function comeBack() {
      sessionStorage.removeItem(`${BEGUN}${route.params.id}`);
      if (begun !== null) await pay();
      if (refusal.value?.type === 'order-closed') notice.value = t('pay.late');
      else if (!refusal.value && order.value?.actionUrl) notice.value = t('pay.unconfirmed');
      if (route.query.returned !== undefined) router.replace({ query: {} }); // unless the shopper has left
    }

    onMounted(async () => {
      try {
        ways.value = await get('/api/payments/methods');
      } catch (failure) {
        refusal.value = failure;
      }
    });
    if (returned) onMounted(comeBack);

    const name = (way) => {
      if (!way) return t(ways.value.mock ? 'pay.usualOfMock' : 'pay.usual');
      return te(`pay.methods.${way}`) ? t(`pay.methods.${way}`) : way;
    };

    return () => h('div', { class: 'narrow card provider' }, [
      ways.value.mock && h('p', { class: 'provider-name' }, t('pay.provider')),
      heading(t(order.value?.status === 'PAID' ? 'pay.done' : 'pay.title')),
      ways.value.mock && h('p', { class: 'quiet' }, t('pay.disclaimer')),
      alert(refusal.value ?? problem.value, null, !refusal.value),
      refusal.value?.type === 'coupon-in-use' && h('p', h(RouterLink, { to: `/orders/${refusal.value.body.orderId}` }, () => t('coupons.order'))),
      notice.value && h('p', { role: 'status' }, notice.value),
      order.value ? bill(order.value, now(), sending.value, submit, coupons, { method, name, others: ways.value.methods, currency: ways.value.currency }, t) : !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
    ]);
  },
};

function bill(order, now, sending, pay, coupons, ways, t) {
  const payable = isPayable(order, now);
  if (payable && !ways.currency) return null;
  if (payable && ways.currency !== currency) return alert(t('pay.otherCurrency', { shown: currency, charged: ways.currency }));
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
    payable && ways.others.length > 0 && h('div', { class: 'field' }, [
      h('label', { for: 'method' }, t('pay.method')),
      h('select', { id: 'method', value: ways.method.value, onChange: (event) => (ways.method.value = event.target.value) },
        ['', ...ways.others].map((way) => h('option', { key: way, value: way }, ways.name(way)))),
    ]),
    payable
      ? h('button', { type: 'button', class: 'button primary wide big', 'aria-disabled': String(sending), onClick: pay },
          sending ? t('pay.sending') : t('pay.submit', { price: money(toPay) }))
      : h('p', { role: 'status' }, [badge(order, t), ' ', explanation(order, now, t)]),
    h('p', h(RouterLink, { class: paid ? 'button good wide big' : '', to: `/orders/${order.orderId}` }, () => t(paid ? 'pay.seeOrder' : 'pay.back'))),
  ];
}
