// Money that was taken and paid no order: why it goes back, how far that is, and another try.

import { h, onMounted, onUnmounted, ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { get, post } from '../api.js';
import { moment, money } from '../i18n/format.js';
import { alert } from '../ui.js';
import { changeable } from './problem.js';

const SHOWN = 50;
const REFRESH_MS = 5_000;

export const Refunds = {
  setup() {
    const { t } = useI18n();
    const refunds = ref(null);
    const problem = ref(null);
    const sending = ref(null);
    const said = ref('');

    let again;
    async function refresh() {
      clearTimeout(again);
      try {
        refunds.value = (await get(`/api/admin/refunds?limit=${SHOWN}`)).items;
        problem.value = null;
      } catch (failure) {
        problem.value = failure;
      }
      if (problem.value || refunds.value.some((refund) => refund.state === 'DUE')) again = setTimeout(refresh, REFRESH_MS);
    }

    async function retry(refund) {
      if (sending.value) return;
      sending.value = refund.id;
      try {
        await post(`/api/admin/refunds/${refund.id}/retry`);
        said.value = t('control.refunds.asked', { charge: refund.chargeId });
        await refresh();
      } catch (refusal) {
        problem.value = refusal;
      } finally {
        sending.value = null;
      }
    }

    onMounted(refresh);
    onUnmounted(() => clearTimeout(again));

    return () =>
      h('section', { class: 'refunds', 'aria-labelledby': 'refunds-title' }, [
        h('div', { class: 'title-row' }, [
          h('h2', { id: 'refunds-title' }, [t('control.refunds.title'), refunds.value && h('span', { class: 'count' }, refunds.value.length)]),
          h('button', { type: 'button', class: 'button small', onClick: refresh }, t('control.refunds.refresh')),
        ]),
        h('p', { class: 'quiet' }, t('control.refunds.explain')),
        alert(problem.value && changeable(problem.value)),
        h('p', { class: 'sr-only', role: 'status' }, said.value),
        refunds.value?.length === 0 && h('p', { class: 'card calm' }, t('control.refunds.none')),
        refunds.value?.length > 0 && table(refunds.value, sending.value, retry, t),
      ]);
  },
};

function table(refunds, sending, retry, t) {
  return h('div', { class: 'card scroll', tabindex: 0, role: 'region', 'aria-labelledby': 'refunds-title' },
    h('table', [
      h('thead', h('tr', ['since', 'charge', 'amount', 'why', 'how', 'again'].map((column) => h('th', { key: column, scope: 'col' }, t(`control.refunds.${column}`))))),
      h('tbody', refunds.map((refund) =>
        h('tr', { key: refund.id }, [
          h('td', { class: 'digits' }, moment(refund.createdAt)),
          h('td', [refund.chargeId, h('p', { class: 'quiet' }, t('control.refunds.forOrder', { id: refund.orderId }))]),
          h('td', { class: 'digits' }, money(refund.amountCents)),
          h('td', t(`control.refunds.reason.${refund.reason}`)),
          h('td', { class: 'reason' }, progress(refund, t)),
          h('td', refund.state !== 'REFUNDED' &&
            h('button', { type: 'button', class: 'button small', disabled: sending !== null, 'aria-label': t('control.refunds.retryOf', { charge: refund.chargeId }), onClick: () => retry(refund) },
              t(sending === refund.id ? 'control.sending' : 'control.refunds.retry'))),
        ]))),
    ]));
}

function progress(refund, t) {
  return [
    h('strong', t(`control.refunds.state.${refund.state}`, { at: refund.refundedAt ? moment(refund.refundedAt) : '' })),
    refund.state === 'DUE' && refund.attempts > 0 && h('p', { class: 'quiet' }, t('control.refunds.attempts', { n: refund.attempts, at: moment(refund.nextAttemptAt) })),
    refund.lastError && h('p', { class: 'quiet' }, refund.lastError),
  ];
}
