// Predict, then run: visitors state what they expect, and a run shows which belief was wrong. Visitors who only want to
// run leave the form closed.

import { h, reactive, useId } from 'vue';
import { useI18n } from 'vue-i18n';
import { isSecret, markPredicted, markRun, progress, score } from '../course/progress.js';
import { DEFAULT_SIZES } from './parts.js';
import { failureName, verdictOf } from './result.js';

export const messages = new URL('./prediction-messages', import.meta.url);

const HOLDS = 'holds';
const FAILS = 'fails';

/**
 *   typed    by key, such as A6/crowd: { outcome, left }, the choice for the next run; either may be ''
 *   judged   by key: how the prediction of the latest run turned out, see judge()
 *   follow   takes the choice as the prediction for a run that starts, and judges it once the run is over
 */
export function usePredictions() {
  const typed = reactive({});
  const judged = reactive({});

  async function follow(key, scenario, starting) {
    const made = { outcome: '', left: '', ...typed[key] };
    delete judged[key];
    const run = await starting;
    if (run?.state !== 'DONE') return;
    markRun(key);
    if (made.outcome === '' && made.left === '') return;
    judged[key] = judge(made, run, scenario);
    delete typed[key];
    markPredicted(key, scenario, { outcome: judged[key].outcome.right, left: judged[key].left.right });
  }

  return { typed, judged, follow };
}

/** The expected and the actual result; `right` is null if nothing was expected, or nothing can be said. */
function judge(made, run, scenario) {
  const { report } = run;
  const seen = report.findings.map(({ failure }) => failure);
  const held = seen.length === 0 || verdictOf(run, scenario) === 'held';
  const right = { [HOLDS]: held, [FAILS]: seen.length > 0 }[made.outcome] ?? seen.includes(made.outcome);
  return {
    outcome: { expected: made.outcome, right: made.outcome === '' || report.verdict === 'INCONCLUSIVE' ? null : right, seen },
    left: { expected: made.left, right: made.left === '' ? null : made.left === report.left, seen: report.left },
    // Of several failures the one that the scenario is about.
    main: seen.includes(scenario.failure) ? scenario.failure : seen[0],
  };
}

/** What happens in a scenario; before a prediction, only what is done to it. */
export const whatHappens = (key, scenario, seen, t) =>
  (!seen && isSecret(key, scenario) ? t(`lab.predict.fault.${scenario.fault}`) : scenario.explanation);

/** The form, and below it the outcome of the latest prediction. */
export const Prediction = {
  props: {
    predictions: { type: Object, required: true },
    name: { type: String, required: true }, // the key of the scenario
    stock: { type: Number, default: DEFAULT_SIZES.stock },
    fixed: { type: Boolean, default: false }, // while it runs
  },
  setup(props) {
    const { t, te, tm } = useI18n();
    const id = useId();
    const typed = () => props.predictions.typed[props.name] ?? { outcome: '', left: '' };
    const type = (news) => (props.predictions.typed[props.name] = { ...typed(), ...news });

    const form = () => h('details', { class: 'predict', open: progress.predictFirst }, [
      h('summary', t('lab.predict.summary')),
      h('div', { class: 'fields' }, [
        h('div', { class: 'field' }, [
          h('label', { for: `${id}-outcome` }, t('lab.predict.outcome')),
          h('select', { id: `${id}-outcome`, value: typed().outcome, disabled: props.fixed, onChange: (event) => type({ outcome: event.target.value }) }, [
            h('option', { value: '' }, t('lab.predict.noOpinion')),
            h('option', { value: HOLDS }, t('lab.predict.holds')),
            h('option', { value: FAILS }, t('lab.predict.fails')),
            h('optgroup', { label: t('lab.predict.failsBy') }, Object.keys(tm('lab.belief')).map((one) => h('option', { key: one, value: one }, failureName(one, t, te)))),
          ]),
        ]),
        h('div', { class: 'field' }, [
          h('label', { for: `${id}-left` }, t('lab.predict.left', { stock: props.stock })),
          h('input', {
            id: `${id}-left`,
            type: 'number',
            inputmode: 'numeric',
            min: 0,
            max: props.stock,
            value: typed().left,
            disabled: props.fixed,
            onInput: (event) => type({ left: Number.isInteger(event.target.valueAsNumber) ? event.target.valueAsNumber : '' }),
          }),
        ]),
      ]),
    ]);
    return () => [form(), h(Judged, { judged: props.predictions.judged[props.name] })];
  },
};

const Judged = {
  props: { judged: { type: Object, default: undefined } },
  setup(props) {
    const { t, te } = useI18n();

    const expectedOutcome = (outcome) => (outcome === HOLDS || outcome === FAILS ? t(`lab.predict.${outcome}`) : failureName(outcome, t, te));
    const seenOutcome = (seen) => (seen.length === 0 ? t('lab.predict.nothingFound') : seen.map((one) => failureName(one, t, te)).join(t('lab.predict.and')));

    function line(right, text) {
      const how = right === null ? 'open' : right ? 'right' : 'wrong';
      return h('li', { class: how }, [h('strong', t(`lab.predict.${how}`)), ' ', text]);
    }

    /** The mistaken belief that an unexpected failure reveals. */
    function belief({ outcome, main }) {
      if (outcome.right !== false) return null;
      const text = main ? t('lab.predict.believed', { belief: t(`lab.belief.${main}`) }) : t('lab.predict.heldAfterAll');
      return h('p', { class: 'belief' }, text);
    }

    return () => {
      const { judged } = props;
      // Present from the start, so that a screen reader reads out what appears in it.
      return h('div', { class: ['judged', { empty: !judged }], role: 'status' }, judged && [
        h('ul', [
          judged.outcome.expected !== '' && line(judged.outcome.right, t('lab.predict.outcomeWas', { expected: expectedOutcome(judged.outcome.expected), seen: seenOutcome(judged.outcome.seen) })),
          judged.left.expected !== '' && line(judged.left.right, t('lab.predict.leftWas', { expected: judged.left.expected, seen: judged.left.seen })),
        ]),
        belief(judged),
        h(Score),
      ]);
    };
  },
};

/** How many predictions were right; nothing before the first one. */
export const Score = {
  setup() {
    const { t } = useI18n();
    return () => {
      const { outcome, left } = score.value;
      return outcome.of + left.of > 0 && h('p', { class: 'score digits' }, t('lab.predict.score', { outcomes: outcome.right, ofOutcomes: outcome.of, lefts: left.right, ofLefts: left.of }));
    };
  },
};

/** Optional: the forms stay open, and the results of runs are hidden until the visitor has predicted. */
export const PredictFirst = {
  setup() {
    const { t } = useI18n();
    return () => h('label', { class: 'pick predict-first' }, [
      h('input', { type: 'checkbox', checked: progress.predictFirst, onChange: (event) => (progress.predictFirst = event.target.checked) }),
      t('lab.predict.first'),
    ]);
  },
};
