// The products of the control room: new ones, edited ones, and those that were withdrawn.

import { h, reactive, ref, useId } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { session } from '../account/session.js';
import { call, get, postingOnce } from '../api.js';
import { inLanguage } from '../i18n/i18n.js';
import { useRefreshing } from '../refreshing.js';
import { alert, heading, picture } from '../ui.js';
import { forbidden } from './control.js';
import { productSearch, textField } from './field.js';
import { changeable, fieldOf } from './problem.js';

export const messages = new URL('./messages', import.meta.url);
export const styles = new URL('./control.css', import.meta.url);

const PATH = '/api/admin/products';
const REFRESH_MS = 5000;
const SHOWN = 100; // the rest is found by search
const FIELDS = { name: { maxlength: 120 }, description: { maxlength: 2000 }, imageUrl: { maxlength: 300 } };
const UNKNOWN_PICTURE = '/images/products/unknown.svg';

export default {
  setup() {
    const { t } = useI18n();
    const products = ref(null);
    const withdrawn = ref(false); // which of the two lists
    const editing = ref(null); // the id of a product, 'new' or nothing
    const sending = ref(false);
    const searched = ref('');
    const areMore = ref(false);
    const problem = ref(null);
    const unread = ref(null); // why the list could not be read

    const chosen = () => String(new URLSearchParams({ withdrawn: withdrawn.value, q: searched.value, size: SHOWN }));

    const refresh = useRefreshing(REFRESH_MS, async () => {
      const asked = chosen();
      try {
        const found = await get(`${PATH}?${asked}`, { whole: true, paged: true });
        if (asked !== chosen()) return;
        products.value = found.items;
        areMore.value = found.next !== null;
        unread.value = null;
      } catch (failure) {
        if (asked === chosen()) unread.value = failure;
      }
    });

    function search(event) {
      searched.value = event.target.value;
      refresh();
    }

    function turnTo(list) {
      withdrawn.value = list;
      products.value = null;
      editing.value = null;
      problem.value = null;
      refresh();
    }

    /** Shows the product, also if many others come before it. */
    async function saved(product) {
      editing.value = null;
      await refresh();
      if (products.value?.some(({ id }) => id === product.id)) return;
      searched.value = product.name.slice(0, 100);
      refresh();
    }

    async function setWithdrawn(product, value) {
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      try {
        await call('PATCH', `${PATH}/${product.id}`, { body: { revision: product.revision, withdrawn: value } });
      } catch (refusal) {
        problem.value = refusal;
      } finally {
        sending.value = false;
      }
      refresh();
    }

    const toggle = (what) => () => (editing.value = editing.value === what ? null : what);

    const button = (text, onClick, attributes) => h('button', { type: 'button', class: 'button small', onClick, ...attributes }, text);

    const row = (product) => h('li', { key: product.id, class: 'card product-row' }, [
      picture(product.imageUrl, ''),
      h('div', { class: 'what' }, [h('h3', inLanguage('name', product.name)), h('p', { class: 'quiet' }, inLanguage('description', product.description))]),
      h('div', { class: 'actions', role: 'group', 'aria-label': t('control.actionsOf', { title: inLanguage('name', product.name) }) }, [
        button(t('control.edit'), toggle(product.id), { 'aria-expanded': String(editing.value === product.id) }),
        button(t(product.withdrawn ? 'control.products.offer' : 'control.products.withdraw'), () => setWithdrawn(product, !product.withdrawn), { disabled: sending.value }),
      ]),
      editing.value === product.id && h(ProductForm, { product, onSaved: saved, onCancelled: toggle(product.id) }),
    ]);

    return () => {
      if (session.value?.role !== 'ADMIN') return forbidden(t);
      return h('div', { class: 'control' }, [
        h('p', h(RouterLink, { to: '/control' }, () => `← ${t('control.title')}`)),
        h('div', { class: 'title-row' }, [
          heading(t('control.products.title')),
          h('button', { type: 'button', class: 'button primary', 'aria-expanded': String(editing.value === 'new'), onClick: toggle('new') }, t('control.products.new')),
        ]),
        h('p', { class: 'lead' }, t('control.products.explain')),
        editing.value === 'new' && h(ProductForm, { onSaved: saved, onCancelled: toggle('new') }),
        h('div', { class: 'actions', role: 'group', 'aria-label': t('control.products.which') }, [false, true].map((list) =>
          button(t(`control.products.${list ? 'withdrawn' : 'offered'}`), () => turnTo(list), { 'aria-pressed': String(withdrawn.value === list) }))),
        (areMore.value || searched.value) && productSearch(searched.value, search, t),
        alert(problem.value && changeable(problem.value)),
        alert(unread.value, refresh),
        products.value === null && !unread.value && h('p', { role: 'status' }, t('loading')),
        products.value?.length === 0 && h('p', { class: 'empty card' }, t('control.products.none')),
        products.value && h('ul', { class: 'sale-rows' }, products.value.map(row)),
      ]);
    };
  },
};

/** Makes a product, or edits one as it was when the form was opened. */
const ProductForm = {
  props: { product: { type: Object, default: null } },
  emits: ['saved', 'cancelled'],
  setup(props, { emit }) {
    const { t } = useI18n();
    const id = useId();
    const { revision } = props.product ?? {};
    const typed = reactive({ name: '', description: '', imageUrl: UNKNOWN_PICTURE, ...props.product });
    const sending = ref(false);
    const problem = ref(null);
    const postOnce = postingOnce();

    async function submit(event) {
      event.preventDefault();
      if (sending.value) return;
      sending.value = true;
      problem.value = null;
      const { name, description, imageUrl } = typed;
      try {
        emit('saved', props.product
          ? await call('PATCH', `${PATH}/${props.product.id}`, { body: { revision, name, description, imageUrl } })
          : await postOnce(PATH, { name, description, imageUrl }));
      } catch (refusal) {
        problem.value = refusal;
      } finally {
        sending.value = false;
      }
    }

    function field(name) {
      const label = t(`control.products.field.${name}`);
      const rule = t(`control.products.rule.${name}`, { bars: '||' });
      const wrong = fieldOf(problem.value, Object.keys(FIELDS)) === name;
      return textField({ id, name, typed, label, rule, wrong, attributes: { type: 'text', autocomplete: 'off', ...FIELDS[name] } });
    }

    return () => h('form', { class: 'sale-form', novalidate: true, onSubmit: submit, 'aria-label': t(props.product ? 'control.products.edit' : 'control.products.new') }, [
      problem.value && !fieldOf(problem.value, Object.keys(FIELDS)) && alert(changeable(problem.value)),
      h('div', { class: 'fields' }, Object.keys(FIELDS).map(field)),
      h('div', { class: 'actions' }, [
        h('button', { class: 'button primary', disabled: sending.value }, t(sending.value ? 'control.sending' : props.product ? 'control.save' : 'control.create')),
        h('button', { type: 'button', class: 'button', onClick: () => emit('cancelled') }, t('control.cancel')),
      ]),
    ]);
  },
};
