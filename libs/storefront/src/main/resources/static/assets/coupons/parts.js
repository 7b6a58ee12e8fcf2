// What the pages that show coupons share.

import { moment, money, percentOff } from '../i18n/format.js';

/** The discount, in a few words. */
export function discountOf({ amountCents, percent, capCents }, t) {
  if (amountCents !== undefined) return t('coupons.amount', { sum: money(amountCents) });
  const off = percentOff(percent);
  return capCents === undefined ? off : `${off}, ${t('coupons.capped', { sum: money(capCents) })}`;
}

/** The purchases and times for which it is valid. */
export function conditionsOf({ thresholdCents, saleIds, productIds, validFrom, validUntil }, now, t) {
  return [
    thresholdCents > 0 && t('coupons.from', { sum: money(thresholdCents) }),
    saleIds.length + productIds.length > 0 && t('coupons.someSales'),
    Date.parse(validFrom) > now && t('coupons.validFrom', { at: moment(validFrom) }),
    t('coupons.validUntil', { at: moment(validUntil) }),
  ].filter(Boolean).join(' · ');
}

/** Coupons do not answer, or not in time; the rest of the shop does. */
export const isDown = (problem) => problem && (problem.status >= 500 || problem.type === 'network');
