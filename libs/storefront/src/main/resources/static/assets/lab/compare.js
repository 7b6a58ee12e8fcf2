// Compares two or more schemes: runs the same crowd on each in turn, then shows bars.

import { computed, h, reactive, ref } from 'vue';
import { RouterLink, useRoute, useRouter } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { alert, heading } from '../ui.js';
import { Bars } from './bars.js';
import { find, grouped, keyOf, scenarioOf, useCatalogue } from './catalogue.js';
import { DEFAULT_SIZES, labAlert, runButton, sizeFields, toScheme, wrongSize } from './parts.js';
import { RunResult, verdictOf } from './result.js';
import { useRuns } from './use-runs.js';

export const messages = new URL('./messages', import.meta.url);
export const styles = new URL('./lab.css', import.meta.url);

const CROWD = 'crowd';
const MEASURES = {
  perSecond: ({ perSecond }) => perSecond,
  commandsPerSale: ({ commands, sold }) => (sold > 0 && typeof commands === 'number' ? commands / sold : null),
  waiting: ({ waiting }) => waiting.medianMillis,
};

export default {
  setup() {
    const { t, n } = useI18n();
    const route = useRoute();
    const router = useRouter();
    const { schemes, limits, problem, load, known } = useCatalogue();
    const runs = useRuns();
    const sizes = reactive({ ...DEFAULT_SIZES, ...sizesIn(route.query) });
    const going = ref(false);
    const warming = ref(false);

    /** What can be compared: every crowd scenario. `A3` means its crowd; a second one is listed with its name. */
    const all = computed(() => schemes.value.flatMap((scheme) => scheme.scenarios.filter((one) => one.takesSizes).map((scenario) =>
      ({ id: scenario.id === CROWD ? scheme.id : keyOf(scheme.id, scenario.id), scheme, scenario, key: keyOf(scheme.id, scenario.id) }))));
    const chosen = computed(() => {
      const ids = String(route.query.ids ?? '').split(',').map((id) => id.trim().toLowerCase());
      return all.value.filter((one) => ids.includes(one.id.toLowerCase()));
    });
    const reports = computed(() => chosen.value.map(({ key }) => (warming.value ? null : runs.seen[key]?.run.report ?? null)));

    function toggle(id, on) {
      const ids = chosen.value.map((one) => one.id);
      router.replace({ query: { ...route.query, ids: (on ? [...ids, id] : ids.filter((one) => one !== id)).join(',') } });
    }

    async function runAll() {
      if (going.value) return;
      going.value = true;
      const all = [...chosen.value];
      all.forEach(({ key }) => delete runs.seen[key]);
      warming.value = true; // new processes are slow at first, which must not count against the first row
      if (await isRun(all[0])) {
        delete runs.seen[all[0].key];
        warming.value = false;
        for (const one of all) {
          if (!(await isRun(one))) break;
        }
      }
      going.value = warming.value = false;
    }

    /** Not if it was refused or cancelled, or the visitor has left. */
    const isRun = async ({ scheme, scenario }) => (await runs.start(scheme.id, scenario.id, { ...sizes }))?.state === 'DONE';

    const chooser = () => h('details', { class: 'card chooser', open: chosen.value.length < 2 }, [
      h('summary', t('lab.compare.choose')),
      grouped(all.value.map((one) => ({ ...one, group: one.scheme.group }))).map(([group, ones]) =>
        h('fieldset', { key: group }, [
          h('legend', `${group} · ${t(`lab.group.${group}`)}`),
          ones.map(({ id, scheme, scenario }) => h('label', { key: id, class: 'pick' }, [
            h('input', { type: 'checkbox', checked: chosen.value.some((one) => one.id === id), disabled: going.value, onChange: (event) => toggle(id, event.target.checked) }),
            h('span', [`${scheme.id} ${scheme.name}`, scenario.id !== CROWD && [' ', h('code', scenario.id)]]),
          ])),
        ])),
    ]);

    return () => {
      const wrong = limits.value && wrongSize(sizes, limits.value);
      return h('div', { class: 'lab compare' }, [
        h('p', h(RouterLink, { to: '/lab' }, () => `← ${t('lab.title')}`)),
        heading(t('lab.compare.title')),
        h('p', { class: 'lead' }, t('lab.compare.lead')),
        alert(problem.value, load),
        !known.value && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
        known.value && [
          chooser(),
          sizeFields(sizes, limits.value, 'compare', t),
          h('div', { class: 'actions' }, [
            runButton(t(going.value ? 'lab.running' : 'lab.compare.run', { n: chosen.value.length }), { idle: going.value || wrong || chosen.value.length === 0, busy: going.value, route, onRun: runAll }, t),
            chosen.value.length < 2 && h('p', { class: 'quiet' }, t('lab.compare.atLeastTwo')),
          ]),
          labAlert(runs.problem.value, t),
          h('ol', { class: 'turns' }, chosen.value.map((one) => turn(one, runs, warming.value, t))),
          reports.value.some(Boolean) && [bars(chosen.value, reports.value, t), table(chosen.value, runs.seen, t, n)],
        ],
      ]);
    };
  },
};

/** The sizes in the address; the fields report invalid ones. */
const sizesIn = (query) => Object.fromEntries(Object.keys(DEFAULT_SIZES).filter((name) => /^\d+$/.test(query[name] ?? '')).map((name) => [name, Number(query[name])]));

/** The current run with all of its figures; finished runs are in the bars and the table. */
function turn({ id, key, scheme, scenario }, runs, warming, t) {
  const seen = runs.seen[key];
  const present = runs.underWay.value === key;
  const how = seen?.run.report && !warming ? verdictOf(seen.run, scenario) : null;
  return h('li', { key: id, class: ['card', { present }] }, [
    h('p', [
      toScheme(scheme.id, `${id} ${scheme.name}`), ' ',
      h('span', { class: ['badge', how] }, t(how ? `lab.verdict.${how}` : seen && warming ? 'lab.compare.warmsUp' : seen ? `lab.state.${seen.run.state}` : 'lab.compare.waits')),
    ]),
    present && seen && h(RunResult, { seen, scenario, inBrief: true, onCancel: runs.cancel }),
  ]);
}

function bars(chosen, reports, t) {
  return h('div', { class: 'charts' }, Object.entries(MEASURES).map(([name, of]) =>
    h(Bars, {
      key: name,
      look: name,
      title: t(`lab.measure.${name}`),
      hint: t(`lab.measure.${name}Hint`),
      labels: chosen.map(({ id }) => id),
      values: reports.map((report) => report && rounded(of(report))),
    })));
}

const rounded = (value) => (value === null ? null : Math.round(value * 10) / 10);

const COLUMNS = ['sold', 'left', 'oversold', 'exclusionViolations', 'perSecond', 'commands', 'commandsPerSale', 'notifications', 'retries', 'waiting', 'p95', 'idleMillis'];

function table(chosen, seen, t, n) {
  const value = (report, name) => (name === 'p95' ? report.waiting.p95Millis : MEASURES[name]?.(report) ?? report[name]);
  const shown = (report, name) => {
    const number = value(report, name);
    return typeof number === 'number' ? n(number, { maximumFractionDigits: number < 10 ? 1 : 0 }) : '–';
  };
  return h('div', { class: 'card scroll', tabindex: 0, role: 'region', 'aria-label': t('lab.compare.figures') }, h('table', [
    h('thead', h('tr', [h('th', { scope: 'col' }, t('lab.column.scheme')), COLUMNS.map((name) => h('th', { key: name, scope: 'col', class: 'number' }, t(`lab.column.${name}`)))])),
    h('tbody', chosen.map(({ id, key }) => {
      const report = seen[key]?.run.report;
      return h('tr', { key: id }, [
        h('th', { scope: 'row' }, report ? h(RouterLink, { to: `/lab/runs/${seen[key].run.id}` }, () => id) : id),
        COLUMNS.map((name) => h('td', { key: name, class: ['number digits', { bad: ['oversold', 'exclusionViolations'].includes(name) && report?.[name] > 0 }] }, report ? shown(report, name) : '–')),
      ]);
    })),
  ]));
}
