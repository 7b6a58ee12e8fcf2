// What stands above and below a list of sales: a search, the choice of a state, and a button for more.

import { h, onUnmounted, ref, watch } from 'vue';
import { onBeforeRouteLeave, useRoute, useRouter } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { STATES } from './use-sales.js';

const TYPING_MS = 300;

export const SaleFilter = {
  setup() {
    const { t } = useI18n();
    const route = useRoute();
    const router = useRouter();
    const inAddress = () => String(route.query.q ?? '');
    const typed = ref(inAddress());
    let timer = null;

    function choose(change) {
      clearTimeout(timer);
      timer = null;
      router.replace({ query: { ...route.query, q: typed.value.trim() || undefined, ...change } });
    }

    function type(event) {
      typed.value = event.target.value;
      clearTimeout(timer);
      timer = setTimeout(choose, TYPING_MS);
    }

    watch(inAddress, (q) => {
      if (!timer && typed.value.trim() !== q) typed.value = q;
    });
    onUnmounted(() => clearTimeout(timer));
    onBeforeRouteLeave(() => clearTimeout(timer)); // it would cancel the way to another page

    return () =>
      h('form', { class: 'sale-filter', role: 'search', onSubmit: (event) => { event.preventDefault(); choose(); } }, [
        h('input', { type: 'search', name: 'q', maxlength: 100, autocomplete: 'off', value: typed.value, placeholder: t('sales.search'), 'aria-label': t('sales.search'), onInput: type }),
        h('select', { name: 'state', value: STATES.includes(route.query.state) ? route.query.state : '', 'aria-label': t('sales.state'), onChange: (event) => choose({ state: event.target.value || undefined }) },
          ['', ...STATES].map((state) => h('option', { key: state, value: state }, t(`sales.${state || 'all'}`)))),
      ]);
  },
};

export const MoreSales = {
  props: { list: { type: Object, required: true } },
  setup(props) {
    const { t } = useI18n();
    return () => (props.list.next.value ? h('p', { class: 'more' }, h('button', { type: 'button', class: 'button', onClick: props.list.more }, t('sales.more'))) : null);
  },
};
