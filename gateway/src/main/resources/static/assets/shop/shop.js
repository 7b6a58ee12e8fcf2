// The start page: what is on sale, what comes next, what is over.

import { h, ref } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';
import { useServerNow } from '../clock.js';
import { countdown, moment } from '../i18n/format.js';
import { useRefreshing } from '../refreshing.js';
import { alert, heading, picture } from '../ui.js';
import { prices, soldBar, stateAt } from './stock.js';

export { messages } from './messages.js';

const REFRESH_MS = 4000;
const SECTIONS = [
  { title: 'OPEN', states: ['OPEN'], order: (a, b) => Date.parse(a.closesAt) - Date.parse(b.closesAt) },
  { title: 'UPCOMING', states: ['UPCOMING'], order: (a, b) => Date.parse(a.opensAt) - Date.parse(b.opensAt) },
  { title: 'PAST', states: ['SOLD_OUT', 'ENDED'], order: (a, b) => Date.parse(b.opensAt) - Date.parse(a.opensAt) },
];

export default {
  setup() {
    const { t } = useI18n();
    const now = useServerNow();
    const sales = ref(null);
    const problem = ref(null);
    const refresh = useRefreshing(REFRESH_MS, async () => {
      try {
        sales.value = await get('/api/sales');
        problem.value = null;
      } catch (failure) {
        problem.value = failure;
      }
    });

    return () => [
      h('div', { class: 'opening' }, [heading(t('shop.title')), h('p', { class: 'lead' }, t('shop.lead'))]),
      alert(problem.value, refresh),
      sales.value === null && !problem.value && placeholders(t),
      sales.value?.length === 0 && h('p', t('shop.none')),
      sales.value && SECTIONS.map((section) => sectionOf(section, sales.value, now(), t)),
    ];
  },
};

function sectionOf({ title, states, order }, sales, now, t) {
  const mine = sales.filter((sale) => states.includes(stateAt(sale, now))).sort(order);
  if (mine.length === 0) return null;
  return h('section', { key: title, 'aria-labelledby': `section-${title}` }, [
    h('h2', { id: `section-${title}` }, [t(`shop.${title}`), h('span', { class: 'count' }, mine.length)]),
    h('ul', { class: 'sales' }, mine.map((sale, index) => card(sale, stateAt(sale, now), now, t, title === 'OPEN' && index < 4))),
  ]);
}

function card(sale, state, now, t, eager) {
  return h('li', { key: sale.id, class: ['card sale', state] }, [
    picture(sale.product.imageUrl, '', eager),
    h('div', { class: 'text' }, [
      h('h3', h(RouterLink, { to: `/sales/${sale.id}`, class: 'cover' }, () => sale.title)),
      h('p', { class: 'quiet product' }, sale.product.name),
      prices(sale, t),
      soldBar(sale, state, t),
      h('p', { class: 'when' }, when(sale, state, now, t)),
    ]),
  ]);
}

function when(sale, state, now, t) {
  switch (state) {
    case 'UPCOMING':
      return [t('shop.opensIn'), ' ', h('strong', { class: 'digits' }, countdown(Date.parse(sale.opensAt) - now))];
    case 'OPEN':
      return [t('shop.closesIn'), ' ', h('strong', { class: 'digits' }, countdown(Date.parse(sale.closesAt) - now))];
    case 'SOLD_OUT':
      return h('strong', t('shop.soldOut'));
    default:
      return t('shop.endedAt', { at: moment(sale.closesAt) });
  }
}

/** Takes the room of the cards that are to come, so that nothing jumps. */
function placeholders(t) {
  return h('section', { 'aria-busy': 'true' }, [
    h('h2', { role: 'status' }, t('loading')),
    h('ul', { class: 'sales', 'aria-hidden': 'true' }, [1, 2, 3, 4].map((i) =>
      h('li', { key: i, class: 'card sale placeholder' }, [h('div', { class: 'picture' }), h('div', { class: 'text' })]),
    )),
  ]);
}
