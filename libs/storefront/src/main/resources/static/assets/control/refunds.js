// Charges that paid no order: why they go back, how far each refund is, and a retry.

import { h } from 'vue';
import { get } from '../api.js';
import { moment, money } from '../i18n/format.js';
import { tryAgainList } from './try-again-list.js';

const SHOWN = 50;

export const Refunds = tryAgainList({
  name: 'refunds',
  messages: 'control.refunds',
  columns: ['since', 'charge', 'amount', 'why', 'how', 'again'],
  keyOf: (refund) => refund.id,
  changes: (refunds) => refunds.some((refund) => refund.state === 'DUE'),
  again: {
    text: 'retry',
    label: 'retryOf',
    done: 'asked',
    of: (refund) => ({ charge: refund.chargeId }),
    url: (refund) => `/api/admin/refunds/${refund.id}/retry`,
  },

  load: () => get(`/api/admin/refunds?limit=${SHOWN}`),

  cells: (refund, button, t) => [
    h('td', { class: 'digits' }, moment(refund.createdAt)),
    h('td', [refund.chargeId, h('p', { class: 'quiet' }, t('control.refunds.forOrder', { id: refund.orderId }))]),
    h('td', { class: 'digits' }, money(refund.amountCents)),
    h('td', t(`control.refunds.reason.${refund.reason}`)),
    h('td', { class: 'reason' }, progress(refund, t)),
    h('td', refund.state !== 'REFUNDED' && button(refund)),
  ],
});

function progress(refund, t) {
  return [
    h('strong', t(`control.refunds.state.${refund.state}`, { at: refund.refundedAt ? moment(refund.refundedAt) : '' })),
    refund.state === 'DUE' && refund.attempts > 0 && h('p', { class: 'quiet' }, t('control.refunds.attempts', { n: refund.attempts, at: moment(refund.nextAttemptAt) })),
    refund.lastError && h('p', { class: 'quiet' }, refund.lastError),
  ];
}
