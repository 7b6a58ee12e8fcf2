// Lets the reader run the scenarios of a case where a chapter names it. While the lab does not answer, there is no button.

import { h, inject, provide, ref } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { find, keyOf, scenarioOf, useCatalogue } from '../lab/catalogue.js';
import { labAlert, runButton, toScheme } from '../lab/parts.js';
import { Prediction, usePredictions, whatHappens } from '../lab/prediction.js';
import { RunResult } from '../lab/result.js';
import { usePlayable } from '../lab/use-game.js';
import { useRuns } from '../lab/use-runs.js';
import { progress } from './progress.js';

const LAB = Symbol('lab');

/** Shared by all places of a page, since the lab runs one thing at a time. */
export function provideLab() {
  const catalogue = useCatalogue();
  const runs = useRuns();
  const predictions = usePredictions();
  const playable = usePlayable();
  const asked = ref(null); // the key of the run requested last, to which a problem belongs

  function run(scheme, scenario) {
    const key = keyOf(scheme.id, scenario.id);
    asked.value = key;
    predictions.follow(key, scenario, runs.start(scheme.id, scenario.id));
  }
  provide(LAB, { catalogue, runs, predictions, playable, asked, run });
  return catalogue;
}

export const RunHere = {
  props: {
    subject: { type: String, required: true }, // A6, or A6/crowd
    exercise: { type: Boolean, default: false },
  },
  setup(props) {
    const { t } = useI18n();
    const route = useRoute();
    const { catalogue, runs, predictions, playable, asked, run } = inject(LAB);

    function place(scheme, scenario) {
      const key = keyOf(scheme.id, scenario.id);
      const seen = runs.seen[key];
      const busy = runs.underWay.value === key;
      return h('li', { key, 'data-scenario': key }, [
        h('div', { class: 'actions' }, [
          runButton(t(busy ? 'lab.running' : seen ? 'lab.runAgain' : 'lab.run'), { idle: runs.underWay.value !== null, busy, route, name: key, onRun: () => run(scheme, scenario) }, t),
          h('code', scenario.id),
          progress.ran.includes(key) && h('span', { class: 'is-read' }, [h('span', { 'aria-hidden': 'true' }, '✓ '), t('course.isRun')]),
        ]),
        h('p', { class: 'quiet' }, whatHappens(key, scenario, seen, t)),
        h(Prediction, { predictions, name: key, fixed: busy }),
        asked.value === key && labAlert(runs.problem.value, t),
        seen && h(RunResult, { key: seen.run.id, seen, scenario, onCancel: runs.cancel }),
      ]);
    }

    return () => {
      const [id, only] = props.subject.split('/');
      const anchor = props.exercise ? undefined : `run-${id}`;
      const scheme = find(catalogue.schemes.value, id);
      if (!catalogue.known.value) {
        return h('p', { id: anchor, class: 'card run-here quiet' }, catalogue.problem.value ? t('course.noLabHere', { subject: props.subject }) : t('loading'));
      }
      if (!scheme) return null;
      return h('section', { id: anchor, class: 'card run-here', 'aria-label': t('course.runHere', { subject: props.subject }) }, [
        h('p', { class: 'eyebrow' }, toScheme(scheme.id, `${scheme.id} ${scheme.name}`)),
        !only && playable.value?.has(scheme.id) && h('p', h(RouterLink, { class: 'button small', to: `/lab/${scheme.id}/play` }, () => t('lab.play.invite'))),
        h('ul', (only ? [scenarioOf(scheme, only)].filter(Boolean) : scheme.scenarios).map((one) => place(scheme, one))),
      ]);
    };
  },
};

/** In the notation of the command: --buyers 1. */
const optionsOf = (sizes) => [...new URLSearchParams(sizes)].map(([name, n]) => `--${name} ${n}`).join(' ');

/** A comparison of several schemes has a page of its own. */
export const CompareHere = {
  props: {
    subjects: { type: String, required: true },
    sizes: { type: String, default: '' }, // of the crowd, where they differ from the default: buyers=1&processes=1
  },
  setup(props) {
    const { t } = useI18n();
    return () => h('p', { class: 'card run-here' }, [
      h(RouterLink, { class: 'button small', to: { path: '/lab/compare', query: { ids: props.subjects, ...Object.fromEntries(new URLSearchParams(props.sizes)) } } }, () => t('course.compareHere')),
      props.sizes && [' ', h('code', optionsOf(props.sizes))],
    ]);
  },
};
