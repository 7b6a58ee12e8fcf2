// The poster: what each scheme dies of, and what cures it, also for print.

import { h } from 'vue';
import { useI18n } from 'vue-i18n';
import { alert, heading } from '../ui.js';
import { find, grouped, useCatalogue } from './catalogue.js';
import { toScheme } from './parts.js';
import { failureName } from './result.js';

export const messages = [new URL('./messages', import.meta.url), new URL('./poster-messages', import.meta.url)];
export const styles = [new URL('./lab.css', import.meta.url), new URL('./poster.css', import.meta.url)];

export default {
  setup() {
    const { t, te } = useI18n();
    const { schemes, problem, load, known } = useCatalogue();

    /** The ids of the schemes that cure it, or of this one if the cure is in how it is used. */
    function cures(scheme, failure) {
      const of = scheme.scenarios.filter((one) => one.failure === failure && one.cure).map(({ cure }) => cure.strategy);
      return [...new Set(of)].map((id, at) => [at > 0 && t('lab.poster.or'), id === scheme.id ? t('lab.poster.used') : toScheme(id, `${id} ${find(schemes.value, id)?.name ?? ''}`)]);
    }

    function deaths(scheme) {
      const of = [...new Set(scheme.scenarios.filter((one) => one.expected !== 'HOLDS').map((one) => one.failure))];
      if (of.length === 0) return h('p', { class: 'quiet' }, t('lab.poster.survives'));
      return h('ul', of.map((failure) => h('li', { key: failure }, [
        h('span', { class: 'death' }, failureName(failure, t, te)),
        ' ',
        h('span', { class: 'cure' }, [t('lab.poster.curedBy'), cures(scheme, failure).length > 0 ? cures(scheme, failure) : t('lab.poster.nothing')]),
      ])));
    }

    return () => h('div', { class: 'lab poster' }, [
      h('div', { class: 'title-row' }, [
        heading(t('lab.poster.title')),
        h('button', { type: 'button', class: 'button small', onClick: () => window.print() }, t('lab.poster.print')),
      ]),
      h('p', { class: 'lead' }, t('lab.poster.lead')),
      alert(problem.value, load),
      !known.value && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
      h('div', { class: 'sheet' }, grouped(schemes.value).map(([group, ones]) => h('section', { key: group, 'aria-labelledby': `poster-${group}` }, [
        h('h2', { id: `poster-${group}` }, `${group} · ${t(`lab.group.${group}`)}`),
        ones.map((one) => h('article', { key: one.id }, [h('h3', toScheme(one.id, `${one.id} ${one.name}`)), deaths(one)])),
      ]))),
    ]);
  },
};
