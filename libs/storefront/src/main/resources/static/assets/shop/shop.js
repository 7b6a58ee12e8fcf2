// The start page: one large sale, then open, upcoming and past ones.

import { h } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { useServerNow } from '../clock.js';
import { countdown, moment } from '../i18n/format.js';
import { alert, heading, picture, tiles } from '../ui.js';
import { MoreSales, SaleFilter } from './sale-filter.js';
import { asOne, entryBadge, prices, productName, soldBar, stateAt } from './stock.js';
import { useSales } from './use-sales.js';

export const messages = new URL('./messages', import.meta.url);

const REFRESH_MS = 4000;
const SOON_MS = 3_600_000;
const SECTIONS = [
  { title: 'OPEN', states: ['OPEN'], order: (a, b) => Date.parse(a.closesAt) - Date.parse(b.closesAt) },
  { title: 'UPCOMING', states: ['UPCOMING'], order: (a, b) => Date.parse(a.opensAt) - Date.parse(b.opensAt) },
  { title: 'PAST', states: ['SOLD_OUT', 'ENDED', 'CALLED_OFF'], order: (a, b) => Date.parse(b.opensAt) - Date.parse(a.opensAt) },
];

export default {
  setup() {
    const { t } = useI18n();
    const now = useServerNow();
    const list = useSales(REFRESH_MS);
    const { sales, problem, refresh } = list;
    let shownLarge = null;

    /** Keeps the same sale while it is upcoming or open, so that the page does not jump. */
    function largest(shown, at) {
      const before = shown.find((sale) => sale.id === shownLarge);
      const chosen = before && ['UPCOMING', 'OPEN'].includes(stateAt(before, at)) ? before : worthALook(shown, at);
      shownLarge = chosen?.id ?? null;
      return chosen;
    }

    function everything(at) {
      const shown = sales.value.map(asOne);
      const large = list.isFiltered() ? null : largest(shown, at);
      const others = shown.filter((sale) => sale !== large);
      return [
        large && hero(large, stateAt(large, at), at, t),
        SECTIONS.map((section) => sectionOf(section, others, list.next.value === null, at, t)),
      ];
    }

    return () => [
      h('div', { class: 'opening' }, [heading(t('shop.title')), h('p', { class: 'lead' }, t('shop.lead'))]),
      h(SaleFilter),
      alert(problem.value, refresh),
      sales.value === null && !problem.value && placeholders(t),
      sales.value?.length === 0 && h('p', { class: 'empty card', role: 'status' }, t(list.isFiltered() ? 'sales.noneFound' : 'shop.none')),
      sales.value && everything(now()),
      h(MoreSales, { list }),
    ];
  },
};

/** A sale that opens within the hour, or else the open one that closes first. */
function worthALook(sales, now) {
  const [open, upcoming] = SECTIONS.map(({ states, order }) => sales.filter((sale) => states.includes(stateAt(sale, now))).sort(order));
  const soon = upcoming[0] && Date.parse(upcoming[0].opensAt) - now < SOON_MS ? upcoming[0] : null;
  return soon ?? open[0] ?? upcoming[0] ?? null;
}

function hero(sale, state, now, t) {
  const until = Date.parse(state === 'UPCOMING' ? sale.opensAt : sale.closesAt) - now;
  return h('section', { key: 'hero', class: ['card sale hero', state], 'aria-labelledby': 'hero' }, [
    picture(sale.product.imageUrl, '', true),
    h('div', { class: 'text' }, [
      h('p', { class: 'eyebrow' }, t(`shop.${state}`)),
      h('h2', { id: 'hero' }, h(RouterLink, { to: `/sales/${sale.id}`, class: 'cover' }, () => sale.title)),
      h('p', { class: 'quiet' }, sale.product.description || productName(sale)),
      variantNames(sale),
      entryBadge(sale, t),
      prices(sale, t),
      soldBar(sale, state, t),
      h('p', { class: 'timer' }, [h('span', { class: 'quiet' }, t(state === 'UPCOMING' ? 'shop.opensIn' : 'shop.closesIn')), ' ', tiles(until)]),
      // The title's link covers the whole card; this looks like a button for it.
      h('span', { class: 'button primary', 'aria-hidden': 'true' }, t(state === 'UPCOMING' ? 'shop.look' : 'shop.toBuy')),
    ]),
  ]);
}

/** Counts the sales unless there are more. */
function sectionOf({ title, states, order }, sales, areAll, now, t) {
  const mine = sales.filter((sale) => states.includes(stateAt(sale, now))).sort(order);
  if (mine.length === 0) return null;
  return h('section', { key: title, 'aria-labelledby': `section-${title}` }, [
    h('h2', { id: `section-${title}` }, [t(`shop.${title}`), areAll && h('span', { class: 'count' }, mine.length)]),
    h('ul', { class: 'sales' }, mine.map((sale, index) => card(sale, stateAt(sale, now), now, t, title === 'OPEN' && index < 4))),
  ]);
}

function card(sale, state, now, t, eager) {
  return h('li', { key: sale.id, class: ['card sale', state] }, [
    picture(sale.product.imageUrl, '', eager),
    h('div', { class: 'text' }, [
      h('h3', h(RouterLink, { to: `/sales/${sale.id}`, class: 'cover' }, () => sale.title)),
      h('p', { class: 'quiet product' }, productName(sale)),
      variantNames(sale),
      entryBadge(sale, t),
      prices(sale, t),
      soldBar(sale, state, t),
      h('p', { class: 'when' }, when(sale, state, now, t)),
    ]),
  ]);
}

const variantNames = (sale) => sale.variants && h('p', { class: 'quiet' }, sale.variants.map(({ name }) => name).join(' · '));

function when(sale, state, now, t) {
  switch (state) {
    case 'UPCOMING':
      return [t('shop.opensIn'), ' ', h('strong', { class: 'digits' }, countdown(Date.parse(sale.opensAt) - now))];
    case 'OPEN':
      return [t('shop.closesIn'), ' ', h('strong', { class: 'digits' }, countdown(Date.parse(sale.closesAt) - now))];
    case 'SOLD_OUT':
      return h('strong', t('shop.soldOut'));
    case 'CALLED_OFF':
      return h('strong', t('shop.calledOff'));
    default:
      return t('shop.endedAt', { at: moment(sale.closesAt) });
  }
}

/** Reserves the room of the cards, so that the page does not jump. */
function placeholders(t) {
  return h('div', { 'aria-busy': 'true' }, [
    h('p', { class: 'sr-only', role: 'status' }, t('loading')),
    h('div', { class: 'card sale hero placeholder', 'aria-hidden': 'true' }, [h('div', { class: 'picture' }), h('div', { class: 'text' })]),
    h('ul', { class: 'sales', 'aria-hidden': 'true' }, [1, 2, 3, 4].map((i) =>
      h('li', { key: i, class: 'card sale placeholder' }, [h('div', { class: 'picture' }), h('div', { class: 'text' })]),
    )),
  ]);
}
