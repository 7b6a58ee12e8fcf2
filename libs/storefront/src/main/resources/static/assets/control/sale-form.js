// Creates and edits a sale. The form keeps its contents when the server refuses, and the refused field says why.

import { h, nextTick, onMounted, reactive, ref, useId } from 'vue';
import { useI18n } from 'vue-i18n';
import { Problem, call, get, postingOnce } from '../api.js';
import { serverNow } from '../clock.js';
import { CENTS, price, sign } from '../i18n/format.js';
import { alert } from '../ui.js';
import { productSearch, textField } from './field.js';
import { changeable, fieldOf } from './problem.js';

const FIELDS = ['variants', 'title', 'productId', 'priceCents', 'listPriceCents', 'initialStock', 'purchaseLimit', 'buckets', 'opensAt', 'closesAt', 'entry.mode', 'entry.rate', 'entry.difficulty'];
const MODES = ['OPEN', 'TICKET', 'QUEUE', 'LOTTERY'];
const VARIANTS = 12; // at most
const PRODUCTS = 50; // offered at once; with more there is a search
const FIXED_MS = 60_000; // before the opening, when the mode becomes fixed
const PHONE_HASHES = 100_000; // a second; a guess, see docs/entry-work.md
const MAX_DIFFICULTY = 10_000_000;
const USUAL_WORK = 100_000;
const STRICT_WORK = 500_000;
const PRESETS = { off: 0, usual: USUAL_WORK, strict: STRICT_WORK };

export const SaleForm = {
  props: { sale: { type: Object, default: null } },
  emits: ['saved', 'cancelled'],
  setup(props, { emit }) {
    const { t, n } = useI18n();
    const id = useId();
    const shown = props.sale ? ofSale(props.sale) : empty();
    const { revision } = props.sale ?? {};
    const typed = reactive({ ...shown });
    const products = ref({ items: [], next: null });
    const searched = ref('');
    const sending = ref(false);
    const problem = ref(null);
    const postOnce = postingOnce();

    onMounted(async () => {
      await nextTick();
      document.getElementById(`${id}-title`)?.focus();
      if (props.sale) showWholeTitle();
      else searchProducts();
    });

    /** An administrator writes the title in all its languages. */
    async function showWholeTitle() {
      const { title } = await get(`/api/sales/${props.sale.id}`, { whole: true }).catch(() => shown);
      if (typed.title === shown.title) typed.title = title;
      shown.title = title;
    }

    async function searchProducts() {
      const q = searched.value;
      const found = await get(`/api/admin/products?${new URLSearchParams({ q, size: PRODUCTS })}`, { paged: true }).catch(() => null);
      // Without the list a sale with a new product can still be created.
      if (found && q === searched.value) products.value = found;
    }

    function search(event) {
      searched.value = event.target.value;
      typed.productId = '';
      searchProducts();
    }

    async function submit(event) {
      event.preventDefault();
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      try {
        if (isTooEarly(typed, shown, props.sale)) throw new Problem(400, { type: 'invalid-request', detail: 'opensAt' }, 0);
        const saved = props.sale
          ? await call('PATCH', `/api/admin/sales/${props.sale.id}`, { body: { revision, ...toChange(typed, shown) } })
          : await postOnce('/api/admin/sales', toSale(typed, shown));
        emit('saved', saved);
      } catch (refusal) {
        problem.value = refusal;
        if (fieldOf(refusal, FIELDS) === 'entry.difficulty') typed.preset = 'own'; // and the field shows why
        await nextTick();
        document.getElementById(`${id}-${fieldOf(refusal, FIELDS)}`)?.focus();
      } finally {
        sending.value = false;
      }
    }

    /** Whether this sale opens and closes only once, as all do that are not open to everybody. */
    const opensOnce = () => Boolean(props.sale) && typed['entry.mode'] !== 'OPEN';

    /** Only a sale that is open to everybody may have several buckets; an existing sale shows them. */
    const hasBuckets = () => (props.sale ? props.sale.buckets > 1 : !asksForTickets(typed) && !hasVariants());

    /** All variants of a sale are made with it, and are open to everybody. */
    const hasVariants = () => Boolean(props.sale ? props.sale.variants : typed.variants.length > 0);

    function field(name, attributes, rule = name) {
      const label = t(`control.field.${name}`, { sign: sign() });
      const wrong = fieldOf(problem.value, FIELDS) === name;
      return textField({ id, name, typed, label, rule: t(`control.rule.${rule}`, { bars: '||' }), wrong, attributes });
    }

    /** What the difficulty costs a shopper, roughly, or what is off without any. */
    function costOfWork() {
      const difficulty = number(typed['entry.difficulty'], 1);
      if (difficulty < 0 || difficulty > MAX_DIFFICULTY) return '';
      if (difficulty === 0) return t('control.entry.cost.none');
      const seconds = (hashes) => n(hashes / PHONE_HASHES, { maximumSignificantDigits: 2 });
      return t('control.entry.cost.some', { average: seconds(difficulty / 2), most: seconds(difficulty), speed: n(PHONE_HASHES) });
    }

    const productField = () =>
      h('div', { class: 'field' }, [
        h('label', { for: `${id}-productId` }, t('control.field.productId')),
        (products.value.next || searched.value) && productSearch(searched.value, search, t),
        h('select', { id: `${id}-productId`, value: typed.productId, onChange: (event) => (typed.productId = event.target.value) }, [
          h('option', { value: '' }, t('control.newProduct')),
          products.value.items.map((product) => h('option', { key: product.id, value: product.id }, product.name)),
        ]),
      ]);

    function addVariant() {
      const added = { name: '', priceCents: '', initialStock: '100' };
      typed.variants.push(added, ...(typed.variants.length === 0 ? [{ ...added }] : []));
    }

    /** One is no choice. */
    function removeVariant(index) {
      typed.variants.splice(index, typed.variants.length === 2 ? 2 : 1);
    }

    const variantInput = (index, name, attributes) =>
      h('input', {
        name: `variant-${name}`,
        'aria-label': t('control.variantField', { n: index + 1, field: t(`control.field.variant.${name}`, { sign: sign() }) }),
        placeholder: t(`control.field.variant.${name}`, { sign: sign() }),
        autocomplete: 'off',
        value: typed.variants[index][name],
        onInput: (event) => (typed.variants[index][name] = event.target.value),
        ...attributes,
      });

    const variantsField = () => {
      const wrong = fieldOf(problem.value, FIELDS) === 'variants';
      return h('fieldset', { class: ['variant-fields', wrong && 'wrong'] }, [
        h('legend', t('control.field.variants')),
        h('p', { class: wrong ? 'fault' : 'quiet', role: wrong ? 'alert' : undefined }, t('control.rule.variants', { bars: '||', max: VARIANTS })),
        typed.variants.map((_, index) => h('p', { key: index, class: 'variant-field' }, [
          variantInput(index, 'name', { id: index === 0 ? `${id}-variants` : undefined, maxlength: 100 }),
          variantInput(index, 'priceCents', { inputmode: 'decimal' }),
          variantInput(index, 'initialStock', { inputmode: 'numeric' }),
          h('button', { type: 'button', class: 'button small', 'aria-label': t('control.removeVariant', { n: index + 1 }), onClick: () => removeVariant(index) }, '×'),
        ])),
        typed.variants.length < VARIANTS && h('button', { type: 'button', class: 'button small', onClick: addVariant }, t('control.addVariant')),
      ]);
    };

    const modeField = () => {
      const wrong = fieldOf(problem.value, FIELDS) === 'entry.mode';
      const fixed = whyFixed(props.sale);
      return h('div', { class: ['field', wrong && 'wrong'] }, [
        h('label', { for: `${id}-entry.mode` }, t('control.field.entry.mode')),
        h('select', {
          id: `${id}-entry.mode`,
          name: 'entry.mode',
          value: typed['entry.mode'],
          disabled: fixed !== null,
          'aria-describedby': `${id}-entry.mode-rule`,
          onChange: (event) => (typed['entry.mode'] = event.target.value),
        }, MODES.map((mode) => h('option', { key: mode, value: mode }, t(`control.entry.mode.${mode}`)))),
        h('p', { id: `${id}-entry.mode-rule`, class: wrong ? 'fault' : 'quiet', role: wrong ? 'alert' : undefined },
          wrong ? t('control.entry.fixed.late') : fixed ? t(`control.entry.fixed.${fixed}`) : t(`control.entry.explain.${typed['entry.mode']}`)),
      ]);
    };

    /** Whether shoppers work before they enter. Only a number of one's own has a field. */
    const presetField = () =>
      h('div', { class: 'field' }, [
        h('label', { for: `${id}-preset` }, t('control.field.preset')),
        h('select', {
          id: `${id}-preset`,
          name: 'preset',
          value: typed.preset,
          'aria-describedby': `${id}-preset-cost`,
          onChange: (event) => choosePreset(event.target.value),
        }, [...Object.keys(PRESETS), 'own'].map((preset) => h('option', { key: preset, value: preset }, t(`control.entry.preset.${preset}`, { n: n(PRESETS[preset] ?? 0) })))),
        h('p', { id: `${id}-preset-cost`, class: 'quiet cost', role: 'status' }, costOfWork()),
      ]);

    function choosePreset(preset) {
      typed.preset = preset;
      if (preset in PRESETS) typed['entry.difficulty'] = String(PRESETS[preset]);
    }

    return () =>
      h('form', { class: 'card sale-form', novalidate: true, onSubmit: submit, 'aria-label': t(props.sale ? 'control.editSale' : 'control.newSale') }, [
        h('h2', t(props.sale ? 'control.editSale' : 'control.newSale')),
        props.sale?.variants && h('p', { class: 'quiet' }, t('control.sharedByVariants')),
        problem.value && !fieldOf(problem.value, FIELDS) && alert(changeable(problem.value)),
        h('div', { class: 'fields' }, [
          field('title', { type: 'text', maxlength: 200, autocomplete: 'off' }),
          !props.sale && productField(),
          whyFixed(props.sale) === 'lottery'
            ? field('priceCents', { type: 'text', readonly: true }, 'priceOfLottery')
            : field('priceCents', { type: 'text', inputmode: 'decimal', autocomplete: 'off' }),
          field('listPriceCents', { type: 'text', inputmode: 'decimal', autocomplete: 'off' }),
          !props.sale && !hasVariants() && field('initialStock', { type: 'text', inputmode: 'numeric', autocomplete: 'off' }),
          !asksForTickets(typed) && field('purchaseLimit', { type: 'text', inputmode: 'numeric', autocomplete: 'off', readonly: whyFixed(props.sale) !== null }),
          hasBuckets() && field('buckets', { type: 'text', inputmode: 'numeric', autocomplete: 'off', readonly: Boolean(props.sale) }),
          field('opensAt', { type: 'datetime-local', step: 1 }, typed['entry.mode'] === 'LOTTERY' ? 'opensAtOfLottery' : opensOnce() ? 'opensAtOnce' : 'opensAt'),
          field('closesAt', { type: 'datetime-local', step: 1 }, opensOnce() ? 'closesAtOnce' : 'closesAt'),
          !hasVariants() && modeField(),
          queues(typed) && field('entry.rate', { type: 'text', inputmode: 'numeric', autocomplete: 'off' }),
          asksForTickets(typed) && presetField(),
          asksForTickets(typed) && typed.preset === 'own' && field('entry.difficulty', { type: 'text', inputmode: 'numeric', autocomplete: 'off' }),
        ]),
        !props.sale && !asksForTickets(typed) && variantsField(),
        h('div', { class: 'actions' }, [
          h('button', { class: 'button primary', disabled: sending.value }, t(sending.value ? 'control.sending' : props.sale ? 'control.save' : 'control.create')),
          h('button', { type: 'button', class: 'button', onClick: () => emit('cancelled') }, t('control.cancel')),
        ]),
      ]);
  },
};

function empty() {
  return { title: '', productId: '', priceCents: '', listPriceCents: '', initialStock: '100', variants: [], purchaseLimit: '1', buckets: '1', opensAt: '', closesAt: '', 'entry.mode': 'OPEN', 'entry.rate': '100', preset: 'usual', 'entry.difficulty': String(USUAL_WORK) };
}

function ofSale(sale) {
  const difficulty = sale.entry.mode === 'OPEN' ? USUAL_WORK : sale.entry.difficulty; // for when it gets another mode
  return {
    title: sale.title,
    priceCents: price(sale.priceCents),
    listPriceCents: price(sale.listPriceCents),
    purchaseLimit: String(sale.purchaseLimit),
    buckets: String(sale.buckets),
    opensAt: local(sale.opensAt),
    closesAt: local(sale.closesAt),
    'entry.mode': sale.entry.mode,
    'entry.rate': String(sale.entry.rate),
    preset: Object.keys(PRESETS).find((preset) => PRESETS[preset] === difficulty) ?? 'own',
    'entry.difficulty': String(difficulty),
  };
}

const toSale = (typed, shown) => ({
  ...toChange(typed, shown),
  title: typed.title,
  ...(isFamily(typed) ? { variants: typed.variants.map(toVariant) } : { initialStock: number(typed.initialStock, 1) }),
  ...(!asksForTickets(typed) && !isFamily(typed) && { buckets: number(typed.buckets, 1) }),
  ...(typed.productId && { productId: typed.productId }),
});

/** Omits empty fields: the server uses its default, or leaves the value unchanged. */
const toChange = (typed, shown) => ({
  ...(typed.title !== shown.title && { title: typed.title }),
  priceCents: number(typed.priceCents, CENTS),
  ...(typed.listPriceCents.trim() && { listPriceCents: number(typed.listPriceCents, CENTS) }),
  purchaseLimit: asksForTickets(typed) ? 1 : number(typed.purchaseLimit, 1),
  ...timeOf('opensAt', typed, shown),
  ...timeOf('closesAt', typed, shown),
  entry: {
    mode: typed['entry.mode'],
    ...(queues(typed) && { rate: number(typed['entry.rate'], 1) }),
    ...(asksForTickets(typed) && { difficulty: number(typed['entry.difficulty'], 1) }),
  },
});

const isFamily = (typed) => !asksForTickets(typed) && typed.variants.length > 0;

/** Without a price of its own it has that of the sale. */
const toVariant = ({ name, priceCents, initialStock }) => ({
  name,
  ...(priceCents.trim() && { priceCents: number(priceCents, CENTS) }),
  initialStock: number(initialStock, 1),
});

const asksForTickets = (typed) => typed['entry.mode'] !== 'OPEN';

const queues = (typed) => ['QUEUE', 'LOTTERY'].includes(typed['entry.mode']);

/** Why the mode of a sale is fixed: 'lottery' or 'late'; null if it is not, or the sale is new. */
function whyFixed(sale) {
  if (!sale) return null;
  if (sale.entry.mode === 'LOTTERY') return 'lottery';
  return Date.parse(sale.opensAt) - serverNow() < FIXED_MS ? 'late' : null;
}

/** A new lottery must be announced some time before it opens. The server refuses it, too, but names no field. */
function isTooEarly(typed, shown, sale) {
  const isNew = typed['entry.mode'] === 'LOTTERY' && sale?.entry.mode !== 'LOTTERY';
  const { opensAt } = { ...sale, ...timeOf('opensAt', typed, shown) };
  return isNew && !(Date.parse(opensAt) - serverNow() >= FIXED_MS);
}

/**
 * Omits also a time that nobody has changed. The field shows neither an offset nor fractions of a second: read back, an
 * opening in the hour that the end of summer time repeats would be an hour too early.
 */
function timeOf(name, typed, shown) {
  if (!typed[name] || Date.parse(typed[name]) === Date.parse(shown[name])) return {};
  return { [name]: new Date(typed[name]).toISOString() };
}

/** An invalid or too large number becomes -1, which the server refuses with the name of the field. */
function number(text, factor) {
  const value = Math.round(Number(text.trim() || 'x') * factor);
  return Number.isSafeInteger(value) && value < 2 ** 31 ? value : -1;
}

/** A value for an input of type datetime-local, in the reader's time zone. */
function local(isoTime) {
  const time = new Date(isoTime);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
