// What the cards and the page of a sale share: its state by the server's clock, its price, what is left.

import { h } from 'vue';
import { money, percentOff } from '../i18n/format.js';

/** CALLED_OFF, UPCOMING, OPEN, SOLD_OUT or ENDED at this moment, also between two answers of the server. */
export function stateAt(sale, now) {
  if (sale.calledOff) return 'CALLED_OFF';
  if (now >= Date.parse(sale.closesAt)) return 'ENDED';
  if (now < Date.parse(sale.opensAt)) return 'UPCOMING';
  return sale.remaining > 0 && !sale.waitingList ? 'OPEN' : 'SOLD_OUT'; // what remains is kept for those who wait
}

/** How shoppers get to buy, unless it is first come, first served. */
export function entryBadge(sale, t) {
  const mode = sale.entry?.mode ?? 'OPEN';
  return mode === 'OPEN' ? null : h('p', { class: 'entry-badge' }, h('span', { class: ['badge', mode] }, t(`shop.entry.${mode}`)));
}

/** What a card shows of a sale of several variants: the units of all, and the lowest price. */
export function asOne(sale) {
  if (!sale.variants) return sale;
  const sum = (units) => sale.variants.reduce((all, variant) => all + units(variant), 0);
  const cheapest = sale.variants.reduce((one, other) => (other.priceCents < one.priceCents ? other : one));
  return {
    ...sale,
    priceCents: cheapest.priceCents,
    listPriceCents: cheapest.listPriceCents,
    isFrom: sale.variants.some(({ priceCents }) => priceCents > cheapest.priceCents),
    remaining: sum((variant) => (variant.calledOff || variant.waitingList ? 0 : variant.remaining)), // what a click can get
    totalStock: sum((variant) => variant.totalStock),
    calledOff: sale.variants.every(({ calledOff }) => calledOff),
    waitingList: false,
  };
}

/** Stands for all variants in what is about their common opening: the first of them, or the sale itself. */
export const firstOf = (sale) => sale.variants?.[0] ?? sale;

/** Each variant as a sale of its own, as it is bought and administered. */
export const eachVariant = (sale) =>
  sale.variants?.map(({ name, ...own }) => ({ ...sale, ...own, variant: name })) ?? [sale];

export const titleOf = (sale) => (sale.variant ? `${sale.title} · ${sale.variant}` : sale.title);

export function prices(sale, t) {
  const off = sale.listPriceCents > sale.priceCents ? Math.floor((100 * (sale.listPriceCents - sale.priceCents)) / sale.listPriceCents) : 0;
  return h('p', { class: 'prices' }, [
    h('strong', { class: 'price digits' }, sale.isFrom ? t('shop.from', { price: money(sale.priceCents) }) : money(sale.priceCents)),
    off > 0 && [
      h('span', { class: 'sr-only' }, t('shop.insteadOf')),
      h('s', { class: 'digits' }, money(sale.listPriceCents)),
      h('span', { class: 'off' }, percentOff(off)),
    ],
  ]);
}

export function soldBar(sale, state, t) {
  if (state === 'CALLED_OFF') return null;
  if (state === 'UPCOMING') return h('p', { class: 'stock quiet' }, t('shop.pieces', { n: sale.totalStock }, sale.totalStock));
  const share = sale.totalStock > 0 ? Math.floor((100 * (sale.totalStock - sale.remaining)) / sale.totalStock) : 100;
  const sold = t('shop.sold', { n: share });
  return h('div', { class: 'stock' }, [
    h('div', { class: 'bar', role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': share, 'aria-label': sold },
      h('div', { class: 'fill', style: { width: `${share}%` } })),
    h('p', { class: 'quiet digits' }, [
      h('span', { 'aria-hidden': 'true' }, sold),
      left(sale, state, t),
    ]),
  ]);
}

const FEW = 0.1; // of all pieces

function left({ remaining, totalStock }, state, t) {
  if (remaining <= 0 || state === 'SOLD_OUT') return h('span', t('shop.noneLeft'));
  const few = state === 'OPEN' && remaining <= Math.max(1, FEW * totalStock);
  return h('span', { class: few && 'few' }, t(few ? 'shop.few' : 'shop.left', { n: remaining }, remaining));
}

/** The name of the product, unless the sale has the same name. */
export const productName = (sale) => (sale.product.name === sale.title ? '' : sale.product.name);
