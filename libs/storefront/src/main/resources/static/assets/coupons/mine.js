// The shopper's coupons: ready to use, reserved for an order, used, expired.

import { h, ref } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';
import { useServerNow } from '../clock.js';
import { moment } from '../i18n/format.js';
import { useRefreshing } from '../refreshing.js';
import { alert, heading } from '../ui.js';
import { conditionsOf, isDown, discountOf } from './parts.js';

export const messages = new URL('./messages', import.meta.url);
export const styles = new URL('./coupons.css', import.meta.url);

const REFRESH_MS = 4000;

export default {
  setup() {
    const { t } = useI18n();
    const now = useServerNow();
    const coupons = ref(null);
    const problem = ref(null);

    const refresh = useRefreshing(REFRESH_MS, async () => {
      try {
        coupons.value = await get('/api/coupons/mine');
        problem.value = null;
      } catch (failure) {
        problem.value = failure;
        return failure.status !== 401;
      }
      return true; // a new claim appears here as soon as it is stored
    });

    return () => [
      heading(t('coupons.mine')),
      h('p', h(RouterLink, { to: '/coupons' }, () => t('coupons.toCentre'))),
      isDown(problem.value) ? alert(t('coupons.down'), refresh) : alert(problem.value, refresh),
      coupons.value === null && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
      coupons.value?.length === 0 && h('p', { class: 'empty card' }, t('coupons.noneMine')),
      coupons.value?.length > 0 && h('ul', { class: 'coupons' }, coupons.value.map((coupon) => card(coupon, now(), t))),
    ];
  },
};

function card(coupon, now, t) {
  const expired = coupon.state === 'UNUSED' && now >= Date.parse(coupon.worth.validUntil);
  const state = expired ? 'EXPIRED' : coupon.state;
  return h('li', { key: coupon.couponId, class: ['card coupon', state] }, [
    h('p', { class: 'discount' }, discountOf(coupon.worth, t)),
    h('div', { class: 'text' }, [
      h('h2', coupon.title),
      h('p', h('span', { class: ['badge', state] }, t(`coupons.state.${state}`))),
      h('p', { class: 'quiet' }, conditionsOf(coupon.worth, now, t)),
      h('p', { class: 'quiet' }, coupon.usedAt ? t('coupons.usedAt', { at: moment(coupon.usedAt) }) : t('coupons.claimed', { at: moment(coupon.claimedAt) })),
      coupon.orderId && h('p', h(RouterLink, { to: `/orders/${coupon.orderId}` }, () => t('coupons.order'))),
    ]),
  ]);
}
