// The class of a scheme with line numbers. It marks the lines at which an experiment can pause a client.

import { h, nextTick, ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';
import { alert } from '../ui.js';

const texts = new Map(); // by scheme id; they change only with the server's version

/** The source of one scheme or several, shown one at a time. */
export const Source = {
  props: {
    schemes: { type: Array, required: true },
    shown: { type: String, required: true },
    present: { type: Object, default: null }, // { file, line } in view
  },
  emits: ['choose'],
  setup(props, { emit }) {
    const { t } = useI18n();
    const text = ref(null);
    const problem = ref(null);

    async function load(id = props.shown) {
      problem.value = null;
      text.value = texts.get(id) ?? null;
      if (text.value !== null) return;
      try {
        texts.set(id, await get(`/api/lab/strategies/${id}/source`, { plain: true }));
        if (id === props.shown) text.value = texts.get(id);
      } catch (failure) {
        if (id === props.shown) problem.value = failure;
      }
    }
    watch(() => props.shown, (id) => load(id), { immediate: true });

    const shownText = ref(null);
    watch(() => props.present, () => nextTick(() => {
      const line = shownText.value?.querySelector('.line.present');
      if (!line) return;
      const { offsetTop, offsetHeight } = line;
      const { scrollTop, clientHeight } = shownText.value;
      // Scrolls the text, not the page.
      if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) shownText.value.scrollTop = offsetTop - clientHeight / 3;
    }));

    return () => {
      const scheme = props.schemes.find((one) => one.id === props.shown);
      if (!scheme) return null;
      return h('section', { class: 'card source', 'aria-labelledby': 'source-title' }, [
        h('h2', { id: 'source-title' }, t('lab.source')),
        props.schemes.length > 1 && h('div', { class: 'choices', role: 'group', 'aria-label': t('lab.sourceOf') }, props.schemes.map((one) =>
          h('button', { key: one.id, type: 'button', class: 'chip', title: one.name, 'aria-pressed': String(one.id === props.shown), onClick: () => emit('choose', one.id) }, one.id))),
        h('p', { class: 'quiet path' }, scheme.source.path.split('/').pop()),
        alert(problem.value, () => load()),
        text.value === null && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
        text.value !== null && h('pre', { ref: shownText, tabindex: 0, role: 'region', 'aria-label': t('lab.sourceNamed', { name: scheme.name }), lang: 'en' },
          h('code', text.value.trimEnd().split('\n').map((line, at) =>
            h('span', { key: at, class: ['line', { 'fail-point': line.includes('FailPoints.hit('), present: props.present?.line === at + 1 && scheme.source.path.endsWith(`/${props.present.file}`) }] }, `${line}\n`)))),
        text.value?.includes('FailPoints.hit(') && h('p', { class: 'quiet hint-fail-point' }, t('lab.failPointHint')),
      ]);
    };
  },
};
