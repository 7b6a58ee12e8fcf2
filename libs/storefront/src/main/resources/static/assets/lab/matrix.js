// The matrix: each scheme against the properties that a lock should have. Its content comes from matrix.json, which
// test runs have filled. The lab, if present, provides the names of the schemes and the visitor's runs.

import { computed, h, nextTick, onMounted, reactive, ref, shallowRef, watch } from 'vue';
import { RouterLink, useRoute, useRouter } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { moment } from '../i18n/format.js';
import { alert, heading } from '../ui.js';
import { find, grouped, keyOf, scenarioOf, useCatalogue } from './catalogue.js';
import { labAlert, runButton, toScheme } from './parts.js';
import { failureName, RunResult } from './result.js';
import { useRuns } from './use-runs.js';

export const messages = [new URL('./messages', import.meta.url), new URL('./matrix-messages', import.meta.url)];
export const styles = [new URL('./lab.css', import.meta.url), new URL('./matrix.css', import.meta.url)];

const SIGNS = { yes: '✓', observed: '○', no: '✗', refused: '⊘', depends: '◐', 'not-asked': '–' };
const MEASURED = ['commands', 'time'];
const GOOD = ['yes', 'refused'];
const CROWD = 'crowd';
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export default {
  setup() {
    const { t, te, n } = useI18n();
    const route = useRoute();
    const router = useRouter();
    const { schemes, known, problem: noLab } = useCatalogue();
    const runs = useRuns();
    const matrix = shallowRef(null);
    const problem = ref(null);
    const needed = reactive(new Set());
    const asked = ref(null); // the key of the run requested last, to which a problem belongs
    const dialog = ref(null);
    const table = ref(null);
    const present = reactive({ row: 0, column: 0 }); // the only cell in the Tab order

    async function load() {
      try {
        const answer = await fetch(new URL('./matrix.json', import.meta.url));
        if (!answer.ok) throw new Error(answer.statusText);
        matrix.value = await answer.json();
        problem.value = null;
      } catch {
        problem.value = Object.assign(new Error(), { type: 'network' });
      }
    }
    onMounted(load);

    const rows = computed(() => (matrix.value?.schemes ?? []).filter(({ cells }) => [...needed].every((one) => GOOD.includes(cells[one].answer))));
    const groups = computed(() => grouped(rows.value.map((row) => ({ ...row, group: row.id[0] }))));

    /** The cell in the address, such as A8/after-a-pause. */
    const open = computed(() => {
      const [id, property] = String(route.query.cell ?? '').split('/');
      const row = matrix.value?.schemes.find((one) => one.id === id);
      return row?.cells[property] ? { row, property, cell: row.cells[property] } : null;
    });
    watch(open, async (now) => {
      await nextTick();
      if (now && !dialog.value?.open) dialog.value?.showModal();
    });

    const choose = (id, property) => router.replace({ query: { cell: `${id}/${property}` } });
    const close = () => router.replace({ query: {} });

    function need(property, on) {
      if (on) needed.add(property);
      else needed.delete(property);
      Object.assign(present, { row: 0, column: 0 });
    }

    function move(event) {
      const by = ARROWS[event.key];
      if (!by || !event.target.dataset.cell) return;
      event.preventDefault();
      const within = (value, length) => Math.min(Math.max(value, 0), length - 1);
      present.row = within(present.row + by[0], rows.value.length);
      present.column = within(present.column + by[1], matrix.value.properties.length);
      nextTick(() => table.value.querySelector('[tabindex="0"]')?.focus());
    }

    const number = (value) => (typeof value === 'number' ? n(value, { maximumFractionDigits: 1 }) : '–');

    /** Alone, and in a crowd. */
    function figures(property, cell) {
      const of = (wanted) => cell.runs?.find(({ scenario }) => (scenario === CROWD) === wanted);
      const value = (run) => number(property === 'time' ? run?.millis : run?.commands);
      return t('lab.matrix.commandsCell', { alone: value(of(false)), crowd: value(of(true)) });
    }

    function inWords(property, cell) {
      if (cell.answer === 'measured') return figures(property, cell);
      return cell.of ? t('lab.matrix.of', { id: cell.of }) : t(`lab.matrix.answer.${cell.answer}`);
    }

    const inFull = (row, property, cell) =>
      t('lab.matrix.cell', { id: row.id, property: t(`lab.matrix.property.${property}`), answer: inWords(property, cell) });

    function cellOf(row, property, rowAt, column) {
      const cell = row.cells[property];
      return h('td', { key: property, class: ['cell', cell.answer] }, h('button', {
        type: 'button',
        'aria-label': inFull(row, property, cell),
        tabindex: present.row === rowAt && present.column === column ? 0 : -1,
        'data-cell': `${row.id}/${property}`,
        onFocus: () => Object.assign(present, { row: rowAt, column }),
        onClick: () => choose(row.id, property),
      }, [
        SIGNS[cell.answer] && !cell.of && h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[cell.answer]),
        h('span', inWords(property, cell)),
      ]));
    }

    function tableOf() {
      let at = -1;
      return h('div', { class: 'card scroll matrix', tabindex: 0, role: 'region', 'aria-label': t('lab.matrix.region') }, h('table', { ref: table, onKeydown: move }, [
        h('thead', h('tr', [
          h('th', { scope: 'col' }, t('lab.matrix.scheme')),
          matrix.value.properties.map((one) => h('th', { key: one, scope: 'col' }, t(`lab.matrix.property.${one}`))),
        ])),
        groups.value.map(([group, ones]) => h('tbody', { key: group }, [
          h('tr', { class: 'group' }, h('th', { scope: 'rowgroup', colspan: 1 + matrix.value.properties.length }, h('span', `${group} · ${t(`lab.group.${group}`)}`))),
          ones.map((row) => {
            at += 1;
            const rowAt = at;
            return h('tr', { key: row.id }, [
              h('th', { scope: 'row' }, h(RouterLink, { to: `/lab/${row.id}` }, () => [h('span', { class: 'id' }, row.id), ' ', h('span', { class: 'name' }, find(schemes.value, row.id)?.name)])),
              matrix.value.properties.map((one, column) => cellOf(row, one, rowAt, column)),
            ]);
          }),
        ])),
      ]));
    }

    const needs = () => h('fieldset', { class: 'needs' }, [
      h('legend', t('lab.matrix.need')),
      matrix.value.properties.filter((one) => !MEASURED.includes(one)).map((one) => h('label', { key: one, class: 'pick' }, [
        h('input', { type: 'checkbox', checked: needed.has(one), onChange: (event) => need(one, event.target.checked) }),
        t(`lab.matrix.property.${one}`),
      ])),
      h('p', { class: 'quiet', role: 'status' }, t('lab.matrix.left', { n: rows.value.length }, rows.value.length)),
    ]);

    const legend = () => h('dl', { class: 'signs' }, Object.keys(SIGNS).map((answer) => h('div', { key: answer, class: answer }, [
      h('dt', [h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[answer]), ' ', t(`lab.matrix.answer.${answer}`)]),
      h('dd', t(`lab.matrix.means.${answer}`)),
    ])));

    function recorded() {
      const all = matrix.value.schemes.map((row) => row.recorded);
      const times = all.map(({ at }) => at).sort();
      const distinct = (of) => [...new Set(all.map(of))].join(', ');
      return h('p', { class: 'quiet' }, t('lab.matrix.recorded', {
        from: moment(times[0]), to: moment(times.at(-1)), commits: distinct(({ commit }) => commit), machine: distinct(({ machine }) => machine),
      }));
    }

    function figuresOf(run) {
      return [
        run.findings && [' ', t('lab.matrix.findings'), ' ', run.findings.map((one) => failureName(one, t, te)).join(', ')],
        run.tokens && [' ', t('lab.matrix.tokens', { n: run.tokens.join(', ') })],
        typeof run.commands === 'number' && [' ', t('lab.matrix.commands', { n: number(run.commands) }), ' ', h('span', { class: 'quiet' }, t(`lab.matrix.countedBy.${run.countedBy}`))],
        typeof run.millis === 'number' && [' ', t('lab.matrix.millis', { n: number(run.millis) })],
        typeof run.perSecond === 'number' && [' · ', t('lab.matrix.perSecond', { n: number(run.perSecond) })],
      ];
    }

    function evidence(id, run) {
      const scheme = find(schemes.value, id);
      const scenario = scenarioOf(scheme, run.scenario);
      const key = keyOf(id, run.scenario);
      const seen = runs.seen[key];
      const busy = runs.underWay.value === key;
      const start = () => {
        asked.value = key;
        runs.start(id, run.scenario);
      };
      return h('li', { key, 'data-scenario': key }, [
        h('p', [
          SIGNS[run.answer] && h('span', { class: ['sign', run.answer], 'aria-hidden': 'true' }, SIGNS[run.answer]), ' ',
          t(`lab.matrix.answer.${run.answer}`), ' ', h('code', run.scenario), figuresOf(run),
        ]),
        scenario && h('p', { class: 'quiet' }, scenario.explanation),
        scenario && h('div', { class: 'actions' }, runButton(t(busy ? 'lab.running' : seen ? 'lab.runAgain' : 'lab.run'), {
          idle: runs.underWay.value !== null, busy, route, name: key, onRun: start,
        }, t)),
        asked.value === key && labAlert(runs.problem.value, t),
        seen && h(RunResult, { key: seen.run.id, seen, scenario, onCancel: runs.cancel }),
      ]);
    }

    function details() {
      const { row, property, cell } = open.value;
      const scheme = find(schemes.value, row.id);
      const name = scheme ? `${row.id} ${scheme.name}` : row.id;
      return h('dialog', { ref: dialog, class: 'card lab matrix-cell', 'aria-labelledby': 'cell-title', onClose: close }, [
        h('h2', { id: 'cell-title' }, inFull(row, property, cell)),
        h('p', t(`lab.matrix.asks.${property}`)),
        cell.why && h('p', t(`lab.matrix.why.${cell.why}`, { of: cell.of })),
        cell.of && h('p', h('button', { type: 'button', class: 'button small', onClick: () => choose(cell.of, property) }, t('lab.matrix.of', { id: cell.of }))),
        cell.runs?.length > 0 && [
          h('h3', t('lab.matrix.showsBy')),
          h('ul', cell.runs.map((run) => evidence(row.id, run))),
          !known.value && noLab.value && h('p', { class: 'quiet' }, t('lab.matrix.noLab')),
          h('p', { class: 'quiet' }, t('lab.matrix.when', { at: moment(row.recorded.at), commit: row.recorded.commit })),
        ],
        h('div', { class: 'actions' }, [
          h('button', { type: 'button', class: 'button', onClick: () => dialog.value.close() }, t('lab.matrix.close')),
          toScheme(row.id, t('lab.matrix.toScheme', { name })),
        ]),
      ]);
    }

    return () => h('div', { class: 'lab' }, [
      h('p', h(RouterLink, { to: '/lab' }, () => `← ${t('lab.title')}`)),
      heading(t('lab.matrix.title')),
      h('p', { class: 'lead' }, t('lab.matrix.lead')),
      alert(problem.value, load),
      !matrix.value && !problem.value && h('p', { role: 'status', 'aria-busy': 'true' }, t('loading')),
      matrix.value && [recorded(), legend(), needs(), h('p', { class: 'quiet' }, t('lab.matrix.keys')), tableOf()],
      open.value && details(),
    ]);
  },
};
