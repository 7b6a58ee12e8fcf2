// Formats money and times for the chosen language.

import { i18n } from './i18n.js';
import { currency, LOCALES } from './settings.js';

const tag = () => LOCALES[i18n.global.locale.value];

const CURRENCY = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' };

const { maximumFractionDigits: digits } = new Intl.NumberFormat('en', CURRENCY).resolvedOptions();

/** How many cents, the smallest units of the shop's currency, are one of its whole units. */
export const CENTS = 10 ** digits;

/** Integer cents as a price: ¥49, ¥49.50. */
export function money(cents) {
  return new Intl.NumberFormat(tag(), { ...CURRENCY, minimumFractionDigits: cents % CENTS === 0 ? 0 : digits }).format(cents / CENTS);
}

/** Integer cents as a number that a form shows: 49, 49.50. */
export const price = (cents) => (cents / CENTS).toFixed(cents % CENTS === 0 ? 0 : digits);

/** The sign of the shop's currency: ¥. */
export const sign = () => new Intl.NumberFormat(tag(), CURRENCY).formatToParts(0).find((part) => part.type === 'currency').value;

/** A day and a time, in the reader's time zone. */
export function moment(iso) {
  return new Intl.DateTimeFormat(tag(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

/** The day with its weekday, the time and the name of the reader's time zone: for what nobody may miss. */
export function momentAndZone(iso) {
  return new Intl.DateTimeFormat(tag(), {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso));
}

/** A time of day to the millisecond, in the reader's time zone. */
export function exactTime(iso) {
  return new Intl.DateTimeFormat(tag(), { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' }).format(new Date(iso));
}

/** A discount of whole per cent: 30% off, 7 折. Chinese shops count in tenths of the price what is not almost a gift. */
export function percentOff(n) {
  return i18n.global.t(n <= 90 ? 'discount.usual' : 'discount.deep', { n, tenths: (100 - n) / 10 });
}

/** A duration such as 02:04 or 23:59:59, in whole seconds, rounded up, so that zero means now. */
export function clock(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return (parts[0] > 0 ? parts : parts.slice(1)).map((part) => String(part).padStart(2, '0')).join(':');
}

/** The same, in days if it is longer than two. */
export function countdown(ms) {
  const days = Math.floor(ms / 86_400_000);
  return days >= 2 ? i18n.global.t('time.days', { n: days }) : clock(ms);
}
