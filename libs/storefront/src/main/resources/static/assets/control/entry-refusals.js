// Which accounts had to do more work, or to wait, in a sale, and why: for answering complaints.

import { h, ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';
import { moment } from '../i18n/format.js';
import { useRefreshing } from '../refreshing.js';
import { alert } from '../ui.js';

const REFRESH_MS = 5000;
const SHOWN = 50;
const REASONS = ['unpaid-orders', 'young-account', 'busy-network', 'wrong-proofs', 'bad-proof'];

export const EntryRefusals = {
  props: { sale: { type: Object, required: true } },
  setup(props) {
    const { t } = useI18n();
    const items = ref(null);
    const problem = ref(null);
    const account = ref(''); // the account searched for; empty for all

    const refresh = useRefreshing(REFRESH_MS, async () => {
      const wanted = account.value.trim();
      const of = /^[0-9]{1,18}$/.test(wanted) ? `&account=${wanted}` : '';
      try {
        const answer = await get(`/api/admin/sales/${props.sale.id}/entry/refusals?limit=${SHOWN}${of}`);
        if (wanted !== account.value.trim()) return; // the text has changed since, and its own request is on its way
        items.value = answer.items;
        problem.value = null;
      } catch (failure) {
        problem.value = failure;
      }
    });

    function typed(event) {
      account.value = event.target.value;
      refresh();
    }

    const reasonText = (reason) => (REASONS.includes(reason) ? t(`control.refusals.reason.${reason}`) : reason);

    const table = () =>
      h('div', { class: 'card scroll', tabindex: 0, role: 'region', 'aria-labelledby': 'refusals-title' },
        h('table', [
          h('thead', h('tr', ['account', 'why', 'at'].map((column) => h('th', { key: column, scope: 'col' }, t(`control.refusals.${column}`))))),
          h('tbody', items.value.map(({ userId, reason, at }) => h('tr', { key: `${userId}-${reason}` }, [
            h('td', { class: 'digits' }, userId),
            h('td', reasonText(reason)),
            h('td', { class: 'digits' }, moment(at)),
          ]))),
        ]));

    return () =>
      h('section', { class: 'entry-refusals', 'aria-labelledby': 'refusals-title' }, [
        h('h2', { id: 'refusals-title' }, t('control.refusals.title')),
        h('p', { class: 'quiet' }, t('control.refusals.explain', { n: SHOWN })),
        h('div', { class: 'field' }, [
          h('label', { for: 'refusals-account' }, t('control.refusals.ofAccount')),
          h('input', { id: 'refusals-account', type: 'text', inputmode: 'numeric', autocomplete: 'off', value: account.value, onInput: typed }),
        ]),
        alert(problem.value),
        items.value?.length === 0 && h('p', { class: 'card calm' }, t('control.refusals.none')),
        items.value?.length > 0 && table(),
      ]);
  },
};
