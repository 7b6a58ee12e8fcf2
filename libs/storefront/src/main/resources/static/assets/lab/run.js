// One run, live or stored, also of another visitor.

import { computed, h, onMounted, ref } from 'vue';
import { RouterLink, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { moment } from '../i18n/format.js';
import { heading } from '../ui.js';
import { find, scenarioOf, useCatalogue } from './catalogue.js';
import { labAlert, toScheme } from './parts.js';
import { RunResult } from './result.js';
import { Source } from './source.js';
import { useRuns } from './use-runs.js';

export const messages = new URL('./messages', import.meta.url);
export const styles = new URL('./lab.css', import.meta.url);

export default {
  setup() {
    const { t } = useI18n();
    const route = useRoute();
    const { schemes } = useCatalogue();
    const { seen, problem, show, cancel } = useRuns();
    const line = ref(null);
    onMounted(() => show(route.params.id));
    const present = computed(() => Object.values(seen)[0]);

    return () => {
      const run = present.value?.run;
      const scheme = run && find(schemes.value, run.strategy);
      const scenario = scenarioOf(scheme, run?.scenario);
      return h('div', { class: 'lab' }, [
        h('p', h(RouterLink, { to: '/lab/runs' }, () => `← ${t('lab.history')}`)),
        heading(t('lab.runNumber', { id: route.params.id })),
        labAlert(problem.value, t),
        !run && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
        run && [
          h('p', { class: 'lead' }, [scheme ? toScheme(scheme.id, `${scheme.id} ${scheme.name}`) : run.strategy, ' · ', h('code', run.scenario)]),
          scenario && h('p', scenario.explanation),
          h('p', { class: 'quiet digits' }, [moment(run.startedAt), scenario?.takesSizes && ` · ${t('lab.sizes', run)}`]),
          h('div', { class: 'beside' }, [
            h('div', { class: 'card scenario alone' }, h(RunResult, { seen: present.value, scenario, onCancel: cancel, onLine: (at) => (line.value = at) })),
            scheme && h(Source, { schemes: [scheme], shown: scheme.id, present: line.value }),
          ]),
        ],
      ]);
    };
  },
};
