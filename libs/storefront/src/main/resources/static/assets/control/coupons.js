// The coupons of the control room: all templates, a form for a new one, and an early end.

import { h, reactive, ref, useId } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { session } from '../account/session.js';
import { call, postingOnce, readPages } from '../api.js';
import { conditionsOf, isDown, discountOf } from '../coupons/parts.js';
import { useServerNow } from '../clock.js';
import { CENTS, moment, sign } from '../i18n/format.js';
import { useRefreshing } from '../refreshing.js';
import { stateAt } from '../shop/stock.js';
import { alert, heading } from '../ui.js';
import { forbidden } from './control.js';

export const messages = [new URL('./messages', import.meta.url), new URL('../coupons/messages', import.meta.url)];
export const styles = new URL('./control.css', import.meta.url);

const REFRESH_MS = 3000;

export default {
  setup() {
    const { t } = useI18n();
    const now = useServerNow();
    const templates = ref(null);
    const problem = ref(null);
    const creating = ref(false);
    const notice = ref('');

    const refresh = useRefreshing(REFRESH_MS, async () => {
      try {
        const read = await readPages('/api/coupons?size=100');
        templates.value = read.items;
        problem.value = read.problem;
      } catch (failure) {
        problem.value = failure;
      }
    });

    function created(template) {
      creating.value = false;
      notice.value = t('coupons.created', { title: template.title });
      refresh();
    }

    async function end(template) {
      const closesAt = new Date(Math.max(now(), Date.parse(template.opensAt) + 1)).toISOString();
      try {
        await call('PATCH', `/api/admin/coupons/${template.id}`, { body: { closesAt } });
      } catch (refusal) {
        problem.value = refusal;
      }
      refresh();
    }

    return () => {
      if (session.value?.role !== 'ADMIN') return forbidden(t);
      return h('div', { class: 'control' }, [
        h('p', h(RouterLink, { to: '/control' }, () => `← ${t('control.title')}`)),
        h('div', { class: 'title-row' }, [
          heading(t('coupons.admin')),
          h('button', { type: 'button', class: 'button primary', 'aria-expanded': String(creating.value), onClick: () => (creating.value = !creating.value) }, t('coupons.newTemplate')),
        ]),
        h('p', { role: 'status' }, notice.value),
        creating.value && h(TemplateForm, { onSaved: created, onCancelled: () => (creating.value = false) }),
        isDown(problem.value) ? alert(t('coupons.down'), refresh) : alert(problem.value, refresh),
        templates.value?.length === 0 && h('p', { class: 'empty card' }, t('coupons.none')),
        templates.value && h('ul', { class: 'sale-rows' }, templates.value.map((template) => row(template, stateAt(template, now()), now(), end, t))),
      ]);
    };
  },
};

function row(template, state, now, end, t) {
  return h('li', { key: template.id, class: 'card sale-row' }, [
    h('div', { class: 'what' }, [
      h('h3', template.title),
      h('p', { class: 'quiet' }, `${discountOf(template.worth, t)} · ${conditionsOf(template.worth, now, t)} · ${t('coupons.each', { n: template.perPerson }, template.perPerson)}`),
      h('p', { class: 'quiet digits' }, `${moment(template.opensAt)} – ${moment(template.closesAt)}`),
    ]),
    h('p', { class: 'how' }, [
      h('span', { class: ['state', state] }, t(`control.state.${state}`)),
      h('span', { class: 'digits' }, t('control.leftOf', { left: template.remaining, total: template.quantity })),
    ]),
    (state === 'OPEN' || state === 'SOLD_OUT') && h('button', { type: 'button', class: 'button small', onClick: () => end(template) }, t('coupons.endNow')),
  ]);
}

const TemplateForm = {
  emits: ['saved', 'cancelled'],
  setup(props, { emit }) {
    const { t } = useI18n();
    const id = useId();
    const typed = reactive({
      title: '', kind: 'amount', amount: '', percent: '', cap: '', threshold: '', quantity: '100', perPerson: '1',
      opensAt: '', closesAt: '', validUntil: '', saleIds: '', productIds: '',
    });
    const sending = ref(false);
    const problem = ref(null);
    const postOnce = postingOnce();

    async function submit(event) {
      event.preventDefault();
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      try {
        emit('saved', await postOnce('/api/admin/coupons', toTemplate(typed)));
      } catch (refusal) {
        problem.value = refusal.body?.detail ?? refusal;
      } finally {
        sending.value = false;
      }
    }

    function field(name, attributes, empty) {
      return h('div', { class: 'field' }, [
        h('label', { for: `${id}-${name}` }, t(`coupons.field.${name}`, { sign: sign() })),
        h('input', { id: `${id}-${name}`, name, type: 'text', autocomplete: 'off', value: typed[name], onInput: (event) => (typed[name] = event.target.value), ...attributes }),
        empty && h('p', { class: 'quiet' }, t('coupons.empty', { what: t(`coupons.${empty}`) })),
      ]);
    }

    const kindField = () => h('div', { class: 'field' }, [
      h('label', { for: `${id}-kind` }, t('coupons.field.kind')),
      h('select', { id: `${id}-kind`, value: typed.kind, onChange: (event) => (typed.kind = event.target.value) },
        ['amount', 'percent'].map((kind) => h('option', { value: kind }, t(`coupons.kind.${kind}`)))),
    ]);

    const number = { inputmode: 'decimal' };
    const time = { type: 'datetime-local', step: 1 };
    return () => h('form', { class: 'card sale-form', novalidate: true, onSubmit: submit, 'aria-label': t('coupons.newTemplate') }, [
      h('h2', t('coupons.newTemplate')),
      alert(problem.value),
      h('div', { class: 'fields' }, [
        field('title', { maxlength: 120 }),
        kindField(),
        typed.kind === 'amount' ? field('amount', number) : [field('percent', number), field('cap', number, 'noBound')],
        field('threshold', number, 'noBound'),
        field('quantity', number),
        field('perPerson', number),
        field('opensAt', time, 'now'),
        field('closesAt', time, 'aDay'),
        field('validUntil', time, 'aMonth'),
        field('saleIds', {}, 'all'),
        field('productIds', {}, 'all'),
      ]),
      h('div', { class: 'actions' }, [
        h('button', { class: 'button primary', disabled: sending.value }, t('coupons.create')),
        h('button', { type: 'button', class: 'button', onClick: () => emit('cancelled') }, t('coupons.cancel')),
      ]),
    ]);
  },
};

/** Omits empty fields, so that the server uses its defaults. */
function toTemplate(typed) {
  const percent = typed.kind === 'percent';
  return {
    title: typed.title,
    ...(percent ? { percent: whole(typed.percent, 1) } : { amountCents: whole(typed.amount, CENTS) }),
    ...(percent && typed.cap.trim() && { capCents: whole(typed.cap, CENTS) }),
    ...(typed.threshold.trim() && { thresholdCents: whole(typed.threshold, CENTS) }),
    quantity: whole(typed.quantity, 1),
    perPerson: whole(typed.perPerson, 1),
    ...timeOf('opensAt', typed),
    ...timeOf('closesAt', typed),
    ...timeOf('validUntil', typed),
    ...idsOf('saleIds', typed),
    ...idsOf('productIds', typed),
  };
}

/** An invalid number becomes -1, which the server refuses with the name of the field. */
function whole(text, factor) {
  const value = Math.round(Number(text.trim() || 'x') * factor);
  return Number.isSafeInteger(value) ? value : -1;
}

const timeOf = (name, typed) => typed[name] && { [name]: new Date(typed[name]).toISOString() };

const idsOf = (name, typed) => typed[name].trim() && { [name]: typed[name].trim().split(/[\s,]+/) };
