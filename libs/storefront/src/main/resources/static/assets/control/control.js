// The control room: all sales and their actions, refunds, dead letters, sessions to end, and administrators' changes.

import { h, ref } from 'vue';
import { RouterLink, useRouter } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { session } from '../account/session.js';
import { useServerNow } from '../clock.js';
import { moment, money } from '../i18n/format.js';
import { isPresent } from '../parts.js';
import { MoreSales, SaleFilter } from '../shop/sale-filter.js';
import { eachVariant, stateAt, titleOf } from '../shop/stock.js';
import { useSales } from '../shop/use-sales.js';
import { alert, heading } from '../ui.js';
import { RefundOrder } from './called-off.js';
import { Changes } from './changes.js';
import { DeadLetters } from './dead-letters.js';
import { Refunds } from './refunds.js';
import { SaleActions } from './sale-actions.js';
import { SaleForm } from './sale-form.js';
import { Sessions } from './sessions.js';

export const messages = new URL('./messages', import.meta.url);
export const styles = new URL('./control.css', import.meta.url);

const REFRESH_MS = 3000;
const FIRST = ['OPEN', 'UPCOMING', 'SOLD_OUT', 'ENDED', 'CALLED_OFF'];

export default {
  setup() {
    const { t } = useI18n();
    const now = useServerNow();
    const router = useRouter();
    const list = useSales(REFRESH_MS);
    const { sales, problem, refresh } = list;
    const creating = ref(false);
    const changesRead = ref(0);

    /** Shows the new sale, also if many others open before it. */
    async function created(sale) {
      creating.value = false;
      await refresh();
      if (!sales.value?.some(({ id }) => id === sale.id)) router.replace({ query: { q: sale.title.slice(0, 100) } });
    }

    return () => {
      if (session.value?.role !== 'ADMIN') return forbidden(t);
      return h('div', { class: 'control' }, [
        h('div', { class: 'title-row' }, [
          heading(t('control.title')),
          h('button', { type: 'button', class: 'button primary', 'aria-expanded': String(creating.value), onClick: () => (creating.value = !creating.value) }, t('control.newSale')),
        ]),
        h('p', { class: 'lead' }, t('control.lead')),
        h('p', { class: 'actions' }, [
          h(RouterLink, { to: '/control/products' }, () => t('control.products.title')),
          isPresent('COUPONS') && h(RouterLink, { to: '/control/coupons' }, () => t('nav.coupons')),
        ]),
        creating.value && h(SaleForm, { onSaved: created, onCancelled: () => (creating.value = false) }),
        alert(problem.value, refresh),
        sales.value === null && !problem.value && h('p', { role: 'status' }, t('loading')),
        sales.value && rows(list, now(), t),
        h(RefundOrder, { onRefunded: () => changesRead.value++ }),
        h(Refunds),
        h(DeadLetters),
        h(Sessions, { onEnded: () => changesRead.value++ }),
        h(Changes, { key: changesRead.value }),
      ]);
    };
  },
};

export function forbidden(t) {
  return h('div', { class: 'narrow card' }, [heading(t('control.title')), h('p', { role: 'alert' }, t('control.adminsOnly'))]);
}

function rows(list, now, t) {
  const inOrder = list.sales.value
    .flatMap(eachVariant)
    .map((sale) => ({ sale, state: stateAt(sale, now) }))
    .sort((a, b) => FIRST.indexOf(a.state) - FIRST.indexOf(b.state) || Date.parse(b.sale.opensAt) - Date.parse(a.sale.opensAt));
  return h('section', { 'aria-labelledby': 'sales-title' }, [
    h('h2', { id: 'sales-title' }, [t('control.sales'), h('span', { class: 'count' }, list.next.value ? `${inOrder.length}+` : inOrder.length)]),
    h(SaleFilter),
    inOrder.length === 0 && list.isFiltered() && h('p', { class: 'card calm', role: 'status' }, t('sales.noneFound')),
    h('ul', { class: 'sale-rows' }, inOrder.map(({ sale, state }) => row(sale, state, list.refresh, t))),
    h(MoreSales, { list }),
  ]);
}

function row(sale, state, refresh, t) {
  return h('li', { key: sale.id, class: 'card sale-row' }, [
    h('div', { class: 'what' }, [
      h('h3', isPresent('CONTROL_ROOM') ? h(RouterLink, { to: `/control/sales/${sale.id}` }, () => titleOf(sale)) : titleOf(sale)),
      h('p', { class: 'quiet digits' }, `${money(sale.priceCents)} · ${moment(sale.opensAt)} – ${moment(sale.closesAt)}`),
    ]),
    h('p', { class: 'how' }, [
      h('span', { class: ['state', state] }, t(`control.state.${state}`)),
      (sale.entry?.mode ?? 'OPEN') !== 'OPEN' && h('span', { class: 'quiet' }, t(`control.entry.mode.${sale.entry.mode}`)),
      h('span', { class: 'digits' }, t('control.leftOf', { left: sale.remaining, total: sale.totalStock })),
    ]),
    h(SaleActions, { sale, state, watchable: true, onChanged: refresh }),
  ]);
}
