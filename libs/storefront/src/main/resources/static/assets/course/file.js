// A project file that the course links to: a document, or a source with line numbers.

import { computed, h } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import NotFound from '../not-found.js';
import { alert, heading } from '../ui.js';
import { Rendered } from './rendered.js';
import { useAnchor, useText } from './texts.js';

export const messages = new URL('./messages', import.meta.url);
export const styles = [new URL('../lab/lab.css', import.meta.url), new URL('./course.css', import.meta.url)];

export default {
  setup() {
    const { t } = useI18n();
    const route = useRoute();
    const path = [route.params.path].flat().join('/');
    const { text, problem, load } = useText((language) => `/course/texts/${language}/files/${path}`);
    useAnchor(text);
    const line = computed(() => Number(/^#L(\d+)$/.exec(route.hash)?.[1]));

    const listing = () => h('pre', { class: 'listing', tabindex: 0, role: 'region', 'aria-label': path, lang: 'en' }, h('code',
      text.value.trimEnd().split('\n').map((words, at) => h('span', { key: at, id: `L${at + 1}`, class: ['line', { meant: at + 1 === line.value }] }, `${words}\n`))));

    return () => {
      if (problem.value?.status === 404) return h(NotFound);
      return h('article', { class: 'lab course' }, [
        h('p', [h(RouterLink, { to: '/course' }, () => `← ${t('course.contents')}`), ' · ', h('span', { class: 'quiet path' }, path)]),
        alert(problem.value, load),
        text.value === null && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
        text.value !== null && (path.endsWith('.md') ? h(Rendered, { html: text.value }) : [heading(path.split('/').pop()), listing()]),
      ]);
    };
  },
};
