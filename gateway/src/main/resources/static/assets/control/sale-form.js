// Creating and editing a sale. What was typed stays when the server refuses, and the field that it refuses says why.

import { h, nextTick, onMounted, reactive, ref, useId } from 'vue';
import { useI18n } from 'vue-i18n';
import { call, get } from '../api.js';
import { alert } from '../ui.js';
import { changeable, fieldOf } from './problem.js';

const FIELDS = ['title', 'productId', 'priceCents', 'listPriceCents', 'initialStock', 'opensAt', 'closesAt'];

export const SaleForm = {
  props: { sale: { type: Object, default: null } },
  emits: ['saved', 'cancelled'],
  setup(props, { emit }) {
    const { t } = useI18n();
    const id = useId();
    const typed = reactive(props.sale ? ofSale(props.sale) : empty());
    const products = ref([]);
    const sending = ref(false);
    const problem = ref(null);

    onMounted(async () => {
      await nextTick();
      document.getElementById(`${id}-title`)?.focus();
      if (props.sale) return;
      // Without the list the sale still can be created, with a product of its own.
      products.value = await get('/api/admin/products').catch(() => []);
    });

    async function submit(event) {
      event.preventDefault();
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      try {
        const saved = props.sale
          ? await call('PATCH', `/api/admin/sales/${props.sale.id}`, { body: toChange(typed) })
          : await call('POST', '/api/admin/sales', { body: toSale(typed) });
        emit('saved', saved);
      } catch (refusal) {
        problem.value = refusal;
        await nextTick();
        document.getElementById(`${id}-${fieldOf(refusal, FIELDS)}`)?.focus();
      } finally {
        sending.value = false;
      }
    }

    function field(name, attributes) {
      const wrong = fieldOf(problem.value, FIELDS) === name;
      return h('div', { class: ['field', wrong && 'wrong'] }, [
        h('label', { for: `${id}-${name}` }, t(`control.field.${name}`)),
        h('input', {
          id: `${id}-${name}`,
          name,
          value: typed[name],
          'aria-invalid': wrong ? 'true' : undefined,
          'aria-describedby': `${id}-${name}-rule`,
          onInput: (event) => (typed[name] = event.target.value),
          ...attributes,
        }),
        h('p', { id: `${id}-${name}-rule`, class: wrong ? 'fault' : 'quiet', role: wrong ? 'alert' : undefined }, t(`control.rule.${name}`)),
      ]);
    }

    const productField = () =>
      h('div', { class: 'field' }, [
        h('label', { for: `${id}-productId` }, t('control.field.productId')),
        h('select', { id: `${id}-productId`, value: typed.productId, onChange: (event) => (typed.productId = event.target.value) }, [
          h('option', { value: '' }, t('control.newProduct')),
          products.value.map((product) => h('option', { key: product.id, value: product.id }, product.name)),
        ]),
      ]);

    return () =>
      h('form', { class: 'card sale-form', novalidate: true, onSubmit: submit, 'aria-label': t(props.sale ? 'control.editSale' : 'control.newSale') }, [
        h('h2', t(props.sale ? 'control.editSale' : 'control.newSale')),
        problem.value && !fieldOf(problem.value, FIELDS) && alert(changeable(problem.value)),
        h('div', { class: 'fields' }, [
          field('title', { type: 'text', maxlength: 200, autocomplete: 'off' }),
          !props.sale && productField(),
          field('priceCents', { type: 'text', inputmode: 'decimal', autocomplete: 'off' }),
          field('listPriceCents', { type: 'text', inputmode: 'decimal', autocomplete: 'off' }),
          !props.sale && field('initialStock', { type: 'text', inputmode: 'numeric', autocomplete: 'off' }),
          field('opensAt', { type: 'datetime-local', step: 1 }),
          field('closesAt', { type: 'datetime-local', step: 1 }),
        ]),
        h('div', { class: 'actions' }, [
          h('button', { class: 'button primary', disabled: sending.value }, t(sending.value ? 'control.sending' : props.sale ? 'control.save' : 'control.create')),
          h('button', { type: 'button', class: 'button', onClick: () => emit('cancelled') }, t('control.cancel')),
        ]),
      ]);
  },
};

function empty() {
  return { title: '', productId: '', priceCents: '', listPriceCents: '', initialStock: '100', opensAt: '', closesAt: '' };
}

function ofSale(sale) {
  return {
    title: sale.title,
    priceCents: price(sale.priceCents),
    listPriceCents: price(sale.listPriceCents),
    opensAt: local(sale.opensAt),
    closesAt: local(sale.closesAt),
  };
}

const toSale = (typed) => ({
  ...toChange(typed),
  initialStock: number(typed.initialStock, 1),
  ...(typed.productId && { productId: typed.productId }),
});

/** What was left out is not sent: then the server decides, or leaves it as it is. */
const toChange = (typed) => ({
  title: typed.title,
  priceCents: number(typed.priceCents, 100),
  ...(typed.listPriceCents.trim() && { listPriceCents: number(typed.listPriceCents, 100) }),
  ...(typed.opensAt && { opensAt: new Date(typed.opensAt).toISOString() }),
  ...(typed.closesAt && { closesAt: new Date(typed.closesAt).toISOString() }),
});

/** What is no number becomes -1, which the server refuses with the name of the field. */
function number(text, factor) {
  const value = Math.round(Number(text.trim() || 'x') * factor);
  return Number.isSafeInteger(value) ? value : -1;
}

const price = (cents) => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);

/** As an input of type datetime-local wants it, in the reader's time zone. */
function local(isoTime) {
  const time = new Date(isoTime);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
