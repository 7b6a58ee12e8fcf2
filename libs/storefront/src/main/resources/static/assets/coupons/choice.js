// Offers the coupons for an order that is to be paid, with the best one selected.

import { h, ref, watch } from 'vue';
import { get } from '../api.js';
import { money } from '../i18n/format.js';
import { isPresent } from '../parts.js';
import { isDown } from './parts.js';

/** The coupons for an order (a ref, or null), the selected one, and its discount. */
export function useCouponChoice(order) {
  const usable = ref([]);
  const chosen = ref('');
  const down = ref(false);
  let touched = false;

  async function load() {
    if (order.value?.status !== 'AWAITING_PAYMENT' || !isPresent('COUPONS')) return;
    const { saleId, priceCents } = order.value;
    try {
      const mine = await get(`/api/coupons/mine?saleId=${saleId}&priceCents=${priceCents}`);
      usable.value = mine.filter((coupon) => coupon.estimateCents > 0);
      down.value = false;
    } catch (failure) {
      usable.value = [];
      down.value = isDown(failure);
    }
    const still = usable.value.some((coupon) => coupon.couponId === chosen.value);
    if (!touched || !still) chosen.value = usable.value[0]?.couponId ?? '';
  }

  function choose(couponId) {
    touched = true;
    chosen.value = couponId;
  }

  watch(() => order.value?.status, load, { immediate: true });

  /** The coupon sent with the payment. A payment in progress keeps the coupon that it began with. */
  const couponId = () => order.value?.couponId ?? (chosen.value || undefined);
  const discount = () => order.value?.discountCents
    ?? usable.value.find((coupon) => coupon.couponId === chosen.value)?.estimateCents
    ?? 0;

  return { usable, chosen, down, choose, load, couponId, discount };
}

export function couponChoice(order, { usable, chosen, down, choose }, t) {
  if (!isPresent('COUPONS')) return null;
  if (order.couponId) return h('p', { class: 'quiet', role: 'status' }, t('coupons.pending'));
  if (down.value) return h('p', { class: 'alert', role: 'status' }, t('coupons.down'));
  if (usable.value.length === 0) return h('p', { class: 'quiet' }, t('coupons.noUse'));
  return h('div', { class: 'field' }, [
    h('label', { for: 'coupon' }, t('coupons.choose')),
    h('select', { id: 'coupon', value: chosen.value, onChange: (event) => choose(event.target.value) }, [
      usable.value.map((coupon) => h('option', { key: coupon.couponId, value: coupon.couponId },
        t('coupons.takesOff', { title: coupon.title, sum: money(coupon.estimateCents) }))),
      h('option', { value: '' }, t('coupons.without')),
    ]),
  ]);
}
