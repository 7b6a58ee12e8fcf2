// All runs, newest first.

import { h, ref } from 'vue';
import { RouterLink } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';
import { moment } from '../i18n/format.js';
import { useRefreshing } from '../refreshing.js';
import { alert, heading } from '../ui.js';
import { find, scenarioOf, useCatalogue } from './catalogue.js';
import { verdictOf } from './result.js';

export const messages = new URL('./messages', import.meta.url);
export const styles = new URL('./lab.css', import.meta.url);

const PAGE = 20;
const REFRESH_MS = 5000;

export default {
  setup() {
    const { t, n } = useI18n();
    const { schemes } = useCatalogue();
    const answer = ref(null);
    const problem = ref(null);
    const page = ref(0);

    const refresh = useRefreshing(REFRESH_MS, async () => {
      try {
        answer.value = await get(`/api/lab/runs?page=${page.value}&size=${PAGE}`);
        problem.value = null;
      } catch (failure) {
        problem.value = failure;
      }
      return true;
    });

    function turn(by) {
      page.value += by;
      refresh();
    }

    const pager = (total) => h('div', { class: 'actions' }, [
      page.value > 0 && h('button', { type: 'button', class: 'button small', onClick: () => turn(-1) }, t('lab.newer')),
      (page.value + 1) * PAGE < total && h('button', { type: 'button', class: 'button small', onClick: () => turn(1) }, t('lab.older')),
    ]);

    return () => {
      const runs = answer.value?.runs;
      return h('div', { class: 'lab' }, [
        h('p', h(RouterLink, { to: '/lab' }, () => `← ${t('lab.title')}`)),
        heading(t('lab.history')),
        alert(problem.value, refresh),
        !runs && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
        runs?.length === 0 && h('p', { class: 'empty card' }, t('lab.noRuns')),
        runs?.length > 0 && [
          h('div', { class: 'card scroll history', tabindex: 0, role: 'region', 'aria-label': t('lab.history') }, h('table', [
            h('thead', h('tr', ['run', 'verdict', 'scheme', 'when', 'sold', 'oversold', 'exclusionViolations', 'perSecond'].map((name) =>
              h('th', { key: name, scope: 'col', class: isNumber(name) && 'number' }, t(`lab.column.${name}`))))),
            h('tbody', runs.map((run) => row(run, schemes.value, t, n))),
          ])),
          pager(answer.value.total),
        ],
      ]);
    };
  },
};

const isNumber = (name) => ['sold', 'oversold', 'exclusionViolations', 'perSecond'].includes(name);

function row(run, schemes, t, n) {
  const scheme = find(schemes, run.strategy);
  const how = verdictOf(run, scenarioOf(scheme, run.scenario));
  const number = (value) => h('td', { class: 'number digits' }, typeof value !== 'number' ? '–' : n(value, { maximumFractionDigits: 0 }));
  return h('tr', { key: run.id }, [
    h('th', { scope: 'row', class: 'digits' }, h(RouterLink, { to: `/lab/runs/${run.id}` }, () => run.id)),
    h('td', h('span', { class: ['badge', how] }, t(how === 'nothing' ? `lab.state.${run.state}` : `lab.verdict.${how}`))),
    h('td', [h(RouterLink, { to: `/lab/${run.strategy}` }, () => (scheme ? `${run.strategy} ${scheme.name}` : run.strategy)), ' ', h('code', run.scenario)]),
    h('td', { class: 'digits' }, moment(run.startedAt)),
    number(run.report?.sold),
    number(run.report?.oversold),
    number(run.report?.exclusionViolations),
    number(run.report?.perSecond),
  ]);
}
