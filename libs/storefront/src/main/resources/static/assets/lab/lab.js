// The catalogue: all schemes by group, each with its guarantees and non-guarantees.

import { computed, h, ref } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { alert, heading } from '../ui.js';
import { grouped, useCatalogue } from './catalogue.js';
import { failureName } from './result.js';

export const messages = [new URL('./messages', import.meta.url), new URL('./play-messages', import.meta.url)];
export const styles = new URL('./lab.css', import.meta.url);

export default {
  setup() {
    const { t, te } = useI18n();
    const { schemes, problem, load, known } = useCatalogue();
    const wanted = ref('');
    const failure = ref('');
    const chosen = ref([]);

    const failures = computed(() => [...new Set(schemes.value.flatMap((one) => failuresOf(one)))]);
    const shown = computed(() => schemes.value.filter((one) =>
      (!failure.value || failuresOf(one).includes(failure.value)) && contains(one, wanted.value)));

    function choose(id, on) {
      chosen.value = on ? [...chosen.value, id] : chosen.value.filter((one) => one !== id);
    }

    const filter = () =>
      h('form', { class: 'filter', role: 'search', onSubmit: (event) => event.preventDefault() }, [
        h('div', { class: 'field' }, [
          h('label', { for: 'lab-search' }, t('lab.search')),
          h('input', { id: 'lab-search', type: 'search', value: wanted.value, onInput: (event) => (wanted.value = event.target.value) }),
        ]),
        h('div', { class: 'field' }, [
          h('label', { for: 'lab-failure' }, t('lab.failsBy')),
          h('select', { id: 'lab-failure', value: failure.value, onChange: (event) => (failure.value = event.target.value) }, [
            h('option', { value: '' }, t('lab.anyFailure')),
            failures.value.map((one) => h('option', { key: one, value: one }, failureName(one, t, te))),
          ]),
        ]),
        h('p', { class: 'quiet', role: 'status' }, t('lab.found', { n: shown.value.length }, shown.value.length)),
      ]);

    return () =>
      h('div', { class: 'lab' }, [
        h('div', { class: 'title-row' }, [
          heading(t('lab.title')),
          h('span', { class: 'actions' }, [
            h(RouterLink, { class: 'button small', to: '/lab/matrix' }, () => t('lab.matrixTitle')),
            h(RouterLink, { class: 'button small', to: '/lab/poster' }, () => t('lab.posterTitle')),
            h(RouterLink, { class: 'button small', to: '/lab/A1/play' }, () => t('lab.play.title')),
            h(RouterLink, { class: 'button small', to: '/lab/runs' }, () => t('lab.history')),
          ]),
        ]),
        h('p', { class: 'lead' }, t('lab.lead')),
        alert(problem.value, load),
        !known.value && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
        known.value && filter(),
        grouped(shown.value).map(([group, ones]) =>
          h('section', { key: group, 'aria-labelledby': `group-${group}` }, [
            h('h2', { id: `group-${group}` }, [`${group} · ${t(`lab.group.${group}`)}`, h('span', { class: 'count' }, ones.length)]),
            h('ul', { class: 'schemes' }, ones.map((one) => card(one, chosen.value.includes(one.id), choose, t, te))),
          ])),
        chosen.value.length > 0 && h('div', { class: 'comparing', role: 'region', 'aria-label': t('lab.compare.title') }, [
          h('p', { role: 'status' }, t('lab.compare.chosen', { ids: chosen.value.join(', ') })),
          h(RouterLink, { class: 'button primary small', to: { path: '/lab/compare', query: { ids: chosen.value.join(',') } } }, () => t('lab.compare.go')),
        ]),
      ]);
  },
};

const failuresOf = (scheme) => scheme.scenarios.filter((one) => one.expected !== 'HOLDS').map((one) => one.failure);

function contains(scheme, words) {
  const { id, name, shows, guarantees, doesNotGuarantee, scenarios } = scheme;
  const text = [id, name, shows, ...guarantees, ...doesNotGuarantee, ...scenarios.flatMap((one) => [one.id, one.explanation])].join(' ').toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function card(scheme, chosen, choose, t, te) {
  const { id, name, shows, guarantees, doesNotGuarantee, scenarios } = scheme;
  return h('li', { key: id, class: 'card scheme' }, [
    h('h3', h(RouterLink, { to: `/lab/${id}` }, () => [h('span', { class: 'id' }, id), ' ', name])),
    h('p', shows),
    promises(guarantees, doesNotGuarantee, t),
    h('p', { class: 'fails' }, [...new Set(failuresOf(scheme))].map((one) => [h('span', { key: one, class: 'badge fail' }, failureName(one, t, te)), ' '])),
    scenarios.some((one) => one.takesSizes) && h('label', { class: 'pick' }, [
      h('input', { type: 'checkbox', checked: chosen, onChange: (event) => choose(id, event.target.checked) }),
      t('lab.compare.pick'),
      h('span', { class: 'sr-only' }, ` ${id} ${name}`),
    ]),
  ]);
}

/** The guarantees and non-guarantees of a scheme, as signs with a text for screen readers. */
export function promises(guarantees, doesNotGuarantee, t) {
  const item = (kind, sign) => (text) => h('li', { key: kind + text, class: kind }, [h('span', { 'aria-hidden': 'true' }, sign), h('span', { class: 'sr-only' }, `${t(`lab.${kind}`)} `), h('span', text)]);
  return h('ul', { class: 'promises' }, [guarantees.map(item('guarantees', '✓')), doesNotGuarantee.map(item('doesNotGuarantee', '✗'))]);
}
