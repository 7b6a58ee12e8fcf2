// One scheme: what it shows, its failures beside their cures, a crowd, and its source.

import { computed, h, reactive, ref } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import NotFound from '../not-found.js';
import { alert, heading } from '../ui.js';
import { ChaptersOf } from '../course/chapters-of.js';
import { isSecret, progress } from '../course/progress.js';
import { find, keyOf, scenarioOf, useCatalogue } from './catalogue.js';
import { promises } from './lab.js';
import { DEFAULT_SIZES, labAlert, runButton, sizeFields, toScheme, wrongSize } from './parts.js';
import { PredictFirst, Prediction, messages as predictionMessages, usePredictions, whatHappens } from './prediction.js';
import { failureName, RunResult } from './result.js';
import { Source } from './source.js';
import { usePlayable } from './use-game.js';
import { useRuns } from './use-runs.js';

export const messages = [new URL('./messages', import.meta.url), predictionMessages, new URL('../course/messages', import.meta.url), new URL('./play-messages', import.meta.url)];
export const styles = [new URL('./lab.css', import.meta.url), new URL('./prediction.css', import.meta.url)];

export default {
  setup() {
    const { t, te } = useI18n();
    const route = useRoute();
    const { schemes, limits, problem, load, known } = useCatalogue();
    const runs = useRuns();
    const predictions = usePredictions();
    const playable = usePlayable();
    const sizes = reactive({ ...DEFAULT_SIZES });
    const asked = ref(null); // the key of the run requested last, to which a problem belongs
    const source = ref(null);
    const line = ref(null); // the source line of the step in view

    const scheme = computed(() => find(schemes.value, route.params.id));
    /** Each failure with its cure, which may be a scenario of another scheme. */
    const pairs = computed(() => scheme.value.scenarios.filter((one) => one.expected === 'FAILS').map((fails) => {
      const of = fails.cure && find(schemes.value, fails.cure.strategy);
      return { fails, of, cure: of && scenarioOf(of, fails.cure.scenario), same: fails.cure?.sameScript };
    }));
    const others = computed(() => scheme.value.scenarios.filter((one) =>
      one.expected !== 'FAILS' && !one.takesSizes && !pairs.value.some(({ of, cure }) => of?.id === scheme.value.id && cure?.id === one.id)));
    const crowds = computed(() => scheme.value.scenarios.filter((one) => one.takesSizes));
    const sources = computed(() => [...new Set([scheme.value, ...pairs.value.map(({ of }) => of).filter(Boolean)])]);

    function run(of, scenario) {
      const key = keyOf(of.id, scenario.id);
      asked.value = key;
      source.value = of.id;
      predictions.follow(key, scenario, runs.start(of.id, scenario.id, scenario.takesSizes ? { ...sizes } : {}));
    }

    function scenarioCard(of, scenario, look, title = look) {
      const key = keyOf(of.id, scenario.id);
      const elsewhere = of.id !== scheme.value.id;
      const wrong = scenario.takesSizes && wrongSize(sizes, limits.value);
      const busy = runs.underWay.value === key;
      const seen = runs.seen[key];
      const secret = !seen && isSecret(key, scenario);
      return h('article', { class: ['card scenario', secret ? 'secret' : look], 'data-scenario': key }, [
        h('p', { class: 'eyebrow' }, [
          t(secret ? 'lab.predict.outcome' : `lab.see.${title}`),
          look === 'fails' && !secret && [' · ', failureName(scenario.failure, t, te)],
          elsewhere && [' · ', toScheme(of.id, of.name)],
        ]),
        h('h3', h('code', elsewhere ? key : scenario.id)),
        h('p', whatHappens(key, scenario, seen, t)),
        h('div', { class: 'actions' }, [
          runButton(t(busy ? 'lab.running' : seen ? 'lab.runAgain' : 'lab.run'), {
            look: !secret && (look === 'cure' || look === 'holds') ? 'good' : 'primary', idle: runs.underWay.value !== null || wrong, busy, route, name: key, onRun: () => run(of, scenario),
          }, t),
          scenario.takesSizes && h(RouterLink, { to: { path: '/lab/compare', query: { ids: scenario.id === 'crowd' ? of.id : key } } }, () => t('lab.compare.with')),
        ]),
        h(Prediction, { predictions, name: key, stock: scenario.takesSizes && !wrong ? sizes.stock : undefined, fixed: busy }),
        asked.value === key && labAlert(runs.problem.value, t),
        seen && h(RunResult, { key: seen.run.id, seen, scenario, onCancel: runs.cancel, onLine: (at) => (line.value = at) }),
      ]);
    }

    return () => {
      if (!known.value) {
        return [heading(t('lab.title')), problem.value ? alert(problem.value, load) : h('p', { role: 'status', 'aria-busy': 'true' }, t('loading'))];
      }
      if (!scheme.value) return h(NotFound);
      const { id, name, shows, guarantees, doesNotGuarantee } = scheme.value;
      return h('div', { class: 'lab scheme-page' }, [
        h('p', h(RouterLink, { to: '/lab' }, () => `← ${t('lab.title')}`)),
        heading(`${id} ${name}`),
        h('p', { class: 'lead' }, shows),
        promises(guarantees, doesNotGuarantee, t),
        h(ChaptersOf, { id }),
        playable.value?.has(id) && h('p', [h(RouterLink, { class: 'button small', to: `/lab/${id}/play` }, () => t('lab.play.invite')), ' ', h('span', { class: 'quiet' }, t('lab.play.invited'))]),
        h(PredictFirst),
        h('div', { class: 'beside' }, [
          h('div', { class: 'runs' }, [
            pairs.value.length > 0 && h('section', { 'aria-labelledby': 'fails-title' }, [
              h('h2', { id: 'fails-title' }, t(progress.predictFirst ? 'lab.predict.scenarios' : 'lab.section.fails')),
              pairs.value.map(({ fails, of, cure, same }) =>
                h('div', { key: fails.id, class: 'pair' }, [scenarioCard(scheme.value, fails, 'fails'), cure && scenarioCard(of, cure, 'cure', same ? 'cure' : 'otherCure')])),
            ]),
            others.value.length > 0 && h('section', { 'aria-labelledby': 'holds-title' }, [
              h('h2', { id: 'holds-title' }, t(progress.predictFirst ? 'lab.predict.moreScenarios' : 'lab.section.holds')),
              h('div', { class: 'pair' }, others.value.map((one) => scenarioCard(scheme.value, one, 'holds'))),
            ]),
            crowds.value.length > 0 && h('section', { 'aria-labelledby': 'crowd-title' }, [
              h('h2', { id: 'crowd-title' }, t('lab.section.crowd')),
              sizeFields(sizes, limits.value, 'crowd', t),
              crowds.value.map((one) => scenarioCard(scheme.value, one, 'crowd')),
            ]),
          ]),
          h(Source, { schemes: sources.value, shown: source.value ?? id, present: line.value, onChoose: (other) => (source.value = other) }),
        ]),
      ]);
    };
  },
};
