// What the list of orders and the page of one order share.

import { h, nextTick, ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { post } from '../api.js';
import { moment, money } from '../i18n/format.js';
import { alert } from '../ui.js';

const isUnderReview = (order) => order.status === 'QUEUED' && order.underReviewSince !== undefined;

export function badge(order, t) {
  return h('span', { class: ['badge', order.status] }, t(`orders.state.${isUnderReview(order) ? 'UNDER_REVIEW' : order.status}`));
}

/** Whether the order can still be paid, by the server's clock. */
export const isPayable = (order, now) => order.status === 'AWAITING_PAYMENT' && now < Date.parse(order.payDeadline);

/** Reasons for which the shop itself undoes a sale. */
const UNDONE = ['REFUNDED_BY_ADMINISTRATOR', 'SALE_CALLED_OFF'];

/** Why the order has its status, and what that means for the shopper. */
export function explanation(order, now, t) {
  const overdue = order.status === 'AWAITING_PAYMENT' && !isPayable(order, now);
  const undone = ['REFUND_DUE', 'REFUNDED'].includes(order.status) && UNDONE.includes(order.reason);
  const key = undone ? `${order.reason}.${order.status}` : overdue ? 'OVERDUE' : isUnderReview(order) ? 'UNDER_REVIEW' : order.status === 'CLOSED' ? (order.reason === 'SALE_CALLED_OFF' ? 'SALE_CALLED_OFF.CLOSED' : order.reason ?? 'CLOSED') : order.status;
  const at = (undone ? order.closedAt : order.paidAt) ?? order.closedAt ?? order.underReviewSince;
  return t(`orders.explain.${key}`, { at: at ? moment(at) : '', refund: money(order.refundCents ?? 0) });
}

/** What becomes of a charge that did not pay the order; nothing where the explanation already says so. */
export function overpaid(order, t) {
  if (!order.refundCents || order.status === 'REFUND_DUE' || order.status === 'REFUNDED') return null;
  return t('orders.explain.OVERPAID', { refund: money(order.refundCents) });
}

const STEPS = ['QUEUED', 'AWAITING_PAYMENT', 'PAID'];

/** How far the order is on its way to being paid; nothing once it has left that way. */
export function steps(order, t) {
  const at = STEPS.indexOf(order.status);
  if (at < 0) return null;
  return h('ol', { class: 'steps' }, STEPS.map((step, i) => {
    const done = i < at || order.status === 'PAID';
    return h('li', { class: { done, now: i === at }, 'aria-current': i === at ? 'step' : undefined }, t(`orders.step.${step}`));
  }));
}

/** The button that cancels, after a question. Emits `cancelled` with the order in its new state. */
export const CancelButton = {
  props: { orderId: { type: String, required: true } },
  emits: ['cancelled'],
  setup(props, { emit }) {
    const { t } = useI18n();
    const dialog = ref(null);
    const asking = ref(false);
    const sending = ref(false);
    const problem = ref(null);

    async function ask() {
      problem.value = null;
      asking.value = true;
      await nextTick();
      dialog.value.showModal();
    }

    async function cancel() {
      if (sending.value) return;
      sending.value = true;
      try {
        const order = await post(`/api/orders/${props.orderId}/cancellation`);
        dialog.value?.close();
        emit('cancelled', order);
      } catch (refusal) {
        problem.value = refusal;
      } finally {
        sending.value = false;
      }
    }

    return () => [
      h('button', { type: 'button', class: 'button', onClick: ask }, t('orders.cancel')),
      asking.value && h('dialog', { ref: dialog, class: 'card', 'aria-labelledby': `cancel-${props.orderId}`, onClose: () => (asking.value = false) }, [
        h('h2', { id: `cancel-${props.orderId}` }, t('orders.cancelTitle')),
        h('p', t('orders.cancelText')),
        alert(problem.value),
        h('div', { class: 'actions' }, [
          h('button', { type: 'button', class: 'button', onClick: () => dialog.value.close() }, t('orders.cancelNo')),
          h('button', { type: 'button', class: 'button primary', 'aria-disabled': String(sending.value), onClick: cancel }, t('orders.cancelYes')),
        ]),
      ]),
    ];
  },
};
