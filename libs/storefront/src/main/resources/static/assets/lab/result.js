// A run, live or finished: its progress, timeline, verdict and figures.

import { h } from 'vue';
import { useI18n } from 'vue-i18n';
import { session } from '../account/session.js';
import { textIn } from './catalogue.js';
import { Diagram } from './diagram.js';
import { isOver } from './use-runs.js';
import { Timeline } from './timeline.js';

export const RunResult = {
  props: {
    seen: { type: Object, required: true }, // { run, holdings, sold, diagram }
    scenario: { type: Object, default: undefined }, // as in the catalogue
    inBrief: { type: Boolean, default: false },
  },
  emits: ['cancel', 'line'],
  setup(props, { emit }) {
    const { t, te, n, locale } = useI18n();
    return () => {
      const { run, holdings, sold, diagram } = props.seen;
      const name = `${run.strategy} ${run.scenario}`;
      const over = isOver(run);
      const how = over && verdictOf(run, props.scenario);
      const stepByStep = () => {
        const drawn = h(Diagram, { diagram, growing: !over, label: t('lab.diagram.of', { name }), onLine: (line) => emit('line', line) });
        return props.scenario?.takesSizes ? h('details', [h('summary', t('lab.diagram.ofACrowd')), drawn]) : drawn;
      };
      return h('div', { class: ['run', run.state], 'data-run': run.id }, [
        h('p', { role: 'status', class: ['verdict', how] }, over ? verdict(run, how, props.scenario, t) : t(`lab.state.${run.state}`)),
        run.state === 'FAILED' && run.fault && h('p', { class: 'quiet', lang: 'en' }, run.fault),
        !over && progress(run, sold, t, n),
        !over && mayCancel(run) && h('p', h('button', { type: 'button', class: 'button small', onClick: () => emit('cancel') }, t('lab.cancel'))),
        (holdings.length > 0 || (run.state === 'RUNNING' && !props.inBrief)) && h(Timeline, { holdings, growing: !over, label: t('lab.timeline.of', { name }) }),
        diagram?.steps.length > 0 && !props.inBrief && stepByStep(),
        run.report?.findings?.length > 0 && findings(run.report.findings, locale.value, t, te),
        how === 'inconclusive' && doubts(run.report.doubts, locale.value),
        run.report && figures(run, t, n),
      ]);
    };
  },
};

const mayCancel = (run) => session.value && (session.value.role === 'ADMIN' || session.value.userId === run.startedBy);

function progress(run, sold, t, n) {
  const starting = run.state === 'STARTING';
  return [
    h('progress', { max: run.stock, value: starting ? undefined : sold, 'aria-label': t('lab.progress') }),
    h('p', { class: 'quiet digits' }, starting ? t('lab.startingHint') : t('lab.soldSoFar', { n: n(sold), of: n(run.stock) })),
  ];
}

/** The colour of a result: failed, held, proved nothing, contradicts the scheme's statement, or was aborted. */
export function verdictOf(run, scenario) {
  if (run.state !== 'DONE') return 'nothing';
  if (run.report.verdict === 'INCONCLUSIVE') return 'inconclusive';
  if (!run.report.asStated) return 'not-as-stated';
  return run.report.findings.length > 0 && scenario?.expected !== 'HOLDS' ? 'failed' : 'held';
}

function verdict(run, how, scenario, t) {
  if (how === 'nothing') return t(`lab.state.${run.state}`);
  return h('strong', t(`lab.said.${scenario?.expected === 'ASKED' ? { failed: 'answeredNo', held: 'answeredYes' }[how] ?? how : how}`));
}

export const failureName = (failure, t, te) => (te(`lab.failure.${failure}`) ? t(`lab.failure.${failure}`) : failure);

function findings(found, locale, t, te) {
  return h('ul', { class: 'findings' }, found.map(({ failure, detail }) =>
    h('li', { key: failure + textIn(detail, 'en') }, [h('strong', failureName(failure, t, te)), ' ', said(detail, locale)])));
}

/** Why the run proves nothing. */
const doubts = (reasons, locale) => h('ul', { class: 'findings' }, reasons.map((reason) => h('li', { key: textIn(reason, 'en') }, said(reason, locale))));

const said = (text, locale) => h('span', { class: 'quiet', lang: typeof text === 'string' ? 'en' : undefined }, textIn(text, locale));

const BAD = ['oversold', 'exclusionViolations', 'staleWrites'];
const COUNTS = ['sold', 'left', 'oversold', 'exclusionViolations', 'staleWrites', 'refusedWrites', 'meetings', 'commands', 'notifications', 'retries', 'renewals'];
/** Zero is shown only for the figures that a run is about. */
const ALWAYS = ['sold', 'left', 'oversold', 'exclusionViolations', 'meetings', 'commands'];

function figures({ report }, t, n) {
  /** A value that was not measured is not zero. */
  const number = (value, digits = 0) => (typeof value === 'number' ? n(value, { maximumFractionDigits: digits }) : '–');
  const shown = COUNTS.filter((name) => ALWAYS.includes(name) || report[name] > 0).map((name) => ({ name, text: number(report[name]), bad: BAD.includes(name) && report[name] > 0 }));
  if (report.sold > 0) {
    const { medianMillis, p95Millis, maxMillis } = report.waiting;
    shown.push({ name: 'waiting', text: [medianMillis, p95Millis, maxMillis].map((value) => number(value, value < 10 ? 1 : 0)).join(' / ') });
    shown.push({ name: 'perSecond', text: number(report.perSecond, report.perSecond < 10 ? 1 : 0) });
  }
  return h('dl', { class: 'figures digits' }, shown.map(({ name, text, bad }) =>
    h('div', { key: name, class: [name, { bad }] }, [h('dt', t(`lab.figure.${name}`)), h('dd', text)])));
}
