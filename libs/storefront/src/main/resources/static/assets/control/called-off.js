// Gives money back: for one order, or for a whole sale that is called off.

import { h, ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { get, post } from '../api.js';
import { useRefreshing } from '../refreshing.js';
import { alert } from '../ui.js';
import { changeable } from './problem.js';

const REFRESH_MS = 2000;

/** Calls a sale off, after a question, and then shows how far that is. `endSale` ends the sale first. */
export const CallOff = {
  props: { sale: { type: Object, required: true }, endSale: { type: Function, required: true } },
  emits: ['cancelled'],
  setup(props, { emit }) {
    const { t, n } = useI18n();
    const progress = ref(undefined); // null if the sale was not called off
    const unitsBack = ref(true);
    const sending = ref(false);
    const problem = ref(null);
    const path = `/api/admin/called-off-sales/${props.sale.id}`;

    const refresh = useRefreshing(REFRESH_MS, async () => {
      try {
        progress.value = await get(path);
      } catch (failure) {
        if (failure.type === 'not-found') progress.value = null;
        else problem.value = failure;
      }
    });

    async function callOff() {
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      try {
        await props.endSale();
        progress.value = await post(path, { unitsBack: unitsBack.value });
        refresh();
      } catch (refusal) {
        problem.value = refusal;
      } finally {
        sending.value = false;
      }
    }

    function question() {
      return h('div', { class: 'inline-form' }, [
        h('p', t('control.callOff.question')),
        checkbox(`units-${props.sale.id}`, unitsBack, t('control.callOff.unitsBack')),
        h('button', { type: 'button', class: 'button small primary', disabled: sending.value, onClick: callOff }, t(sending.value ? 'control.sending' : 'control.callOff.yes')),
        h('button', { type: 'button', class: 'button small', onClick: () => emit('cancelled') }, t('control.no')),
      ]);
    }

    function far({ active, refundDue, refunded, closed }) {
      const all = active + refundDue + refunded + closed;
      const done = refunded + closed;
      return h('div', { class: 'called-off', role: 'status' }, [
        h('label', { for: `far-${props.sale.id}` }, t(done < all ? 'control.callOff.underWay' : 'control.callOff.done')),
        h('progress', { id: `far-${props.sale.id}`, max: Math.max(1, all), value: all ? done : 1 }),
        h('p', { class: 'quiet digits' }, t('control.callOff.far', { active: n(active), due: n(refundDue), refunded: n(refunded), closed: n(closed) })),
      ]);
    }

    return () => [
      progress.value === null && question(),
      progress.value && far(progress.value),
      alert(problem.value && changeable(problem.value)),
    ];
  },
};

/** Gives the money for one paid order back. */
export const RefundOrder = {
  emits: ['refunded'],
  setup(props, { emit }) {
    const { t } = useI18n();
    const order = ref('');
    const unitsBack = ref(true);
    const sending = ref(false);
    const problem = ref(null);
    const said = ref('');

    async function refund(event) {
      event.preventDefault();
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      said.value = '';
      const id = order.value.trim();
      try {
        await post(`/api/admin/orders/${encodeURIComponent(id)}/refund`, { unitsBack: unitsBack.value });
        said.value = t('control.refundOrder.done', { id });
        order.value = '';
        emit('refunded');
      } catch (refusal) {
        problem.value = refusal;
      } finally {
        sending.value = false;
      }
    }

    return () =>
      h('section', { class: 'refund-order', 'aria-labelledby': 'refund-order-title' }, [
        h('h2', { id: 'refund-order-title' }, t('control.refundOrder.title')),
        h('p', { class: 'quiet' }, t('control.refundOrder.explain')),
        h('form', { class: 'inline-form', onSubmit: refund }, [
          h('label', { for: 'refund-order' }, t('control.refundOrder.order')),
          h('input', {
            id: 'refund-order',
            autocomplete: 'off',
            inputmode: 'numeric',
            pattern: '[0-9]{1,19}',
            required: true,
            value: order.value,
            onInput: (event) => (order.value = event.target.value),
          }),
          checkbox('refund-order-units', unitsBack, t('control.refundOrder.unitBack')),
          h('button', { class: 'button small', disabled: sending.value }, t(sending.value ? 'control.sending' : 'control.refundOrder.refund')),
        ]),
        alert(problem.value && changeable(problem.value)),
        h('p', { role: 'status' }, said.value),
      ]);
  },
};

function checkbox(id, checked, text) {
  return h('label', { for: id, class: 'check' }, [
    h('input', { id, type: 'checkbox', checked: checked.value, onChange: (event) => (checked.value = event.target.checked) }),
    ' ',
    text,
  ]);
}
