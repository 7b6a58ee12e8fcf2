// Gives money back: for one order, or for a whole sale that is called off.

import { h, ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { get, post } from '../api.js';
import { useRefreshing } from '../refreshing.js';
import { alert } from '../ui.js';
import { changeable } from './problem.js';

const REFRESH_MS = 2000;

/**
 * Calls a sale off with all its variants, as they end together, after a question, and then shows how far that is. Adds
 * up what is known: a variant may not be called off, as the API calls off one alone, or its progress may not be readable.
 */
export const CallOff = {
  props: { sale: { type: Object, required: true } },
  emits: ['cancelled'],
  setup(props, { emit }) {
    const { t, n } = useI18n();
    const known = ref([]); // the progress of each variant that is known to be called off
    const asks = ref(false); // whether a variant is not called off
    const unitsBack = ref(true);
    const sending = ref(false);
    const problem = ref(null); // of the last click
    const unread = ref(null); // the problem of what is not known
    const latest = []; // by variant, what is known of it
    const paths = (props.sale.variants ?? [props.sale]).map(({ id }) => `/api/admin/called-off-sales/${id}`);

    const refresh = useRefreshing(REFRESH_MS, async () => {
      const failures = await read((path) => get(path));
      const others = failures.filter(({ type }) => type !== 'not-found');
      asks.value = others.length < failures.length;
      unread.value = others[0] ?? null;
    });

    /** Notes the progress that the calls answer with; one that fails leaves what was known. Returns the failures. */
    async function read(calls) {
      const answers = await Promise.allSettled(paths.map(calls));
      answers.forEach(({ value = null, reason }, i) => {
        if (value || reason.type === 'not-found') latest[i] = value;
      });
      known.value = latest.filter((progress) => progress);
      return answers.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
    }

    async function callOff() {
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      const [refusal] = await read((path) => post(path, { unitsBack: unitsBack.value }));
      problem.value = refusal ?? null;
      await refresh();
      sending.value = false;
    }

    function question() {
      return h('div', { class: 'inline-form' }, [
        h('p', t('control.callOff.question')),
        props.sale.variants && h('p', t('control.callOff.allVariants')),
        checkbox(`units-${props.sale.id}`, unitsBack, t('control.callOff.unitsBack')),
        h('button', { type: 'button', class: 'button small primary', disabled: sending.value, onClick: callOff }, t(sending.value ? 'control.sending' : 'control.callOff.yes')),
        h('button', { type: 'button', class: 'button small', onClick: () => emit('cancelled') }, t('control.no')),
      ]);
    }

    function far({ active, refundDue, refunded, closed }) {
      const isWhole = known.value.length === paths.length;
      const all = active + refundDue + refunded + closed;
      const done = refunded + closed;
      return h('div', { class: 'called-off', role: 'status' }, [
        h('label', { for: `far-${props.sale.id}` }, t(asks.value ? 'control.callOff.inPart' : done < all || !isWhole ? 'control.callOff.underWay' : 'control.callOff.done')),
        h('progress', { id: `far-${props.sale.id}`, max: Math.max(1, all), value: all || !isWhole ? done : 1 }),
        h('p', { class: 'quiet digits' }, t('control.callOff.far', { active: n(active), due: n(refundDue), refunded: n(refunded), closed: n(closed) })),
        !isWhole && h('p', { class: 'quiet digits' }, t('control.callOff.some', { n: n(known.value.length), all: n(paths.length) })),
      ]);
    }

    return () => [
      known.value.length > 0 && far(added(known.value)),
      asks.value && question(),
      alert((problem.value ?? unread.value) && changeable(problem.value ?? unread.value)),
    ];
  },
};

function added(all) {
  const sum = (field) => all.reduce((orders, one) => orders + one[field], 0);
  return { active: sum('active'), refundDue: sum('refundDue'), refunded: sum('refunded'), closed: sum('closed') };
}

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
