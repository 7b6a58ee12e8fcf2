// How many shoppers of a crowd are scripts, what these do, and whether people or scripts got the units.

import { h } from 'vue';
import { useI18n } from 'vue-i18n';

const MODES = ['OPEN', 'TICKET', 'QUEUE', 'LOTTERY'];

/** Fields of the form: plan is {percent, clicks, proofOfWork}. */
export const CrowdScripts = {
  props: { plan: { type: Object, required: true }, shoppers: { type: Number, required: true } },
  emits: ['update:plan'],
  setup(props, { emit }) {
    const { t, n } = useI18n();
    const change = (part) => emit('update:plan', { ...props.plan, ...part });
    return () => {
      const { percent, clicks, proofOfWork } = props.plan;
      const accounts = Math.ceil((props.shoppers * percent) / 100);
      return [
        h('div', { class: 'field slider' }, [
          h('label', { for: 'crowd-scripts' }, t('control.crowd.scripts.share')),
          h('output', { for: 'crowd-scripts', class: 'digits' }, `${n(percent)} %`),
          h('input', {
            id: 'crowd-scripts',
            type: 'range',
            min: 0,
            max: 90,
            step: 10,
            value: percent,
            'aria-valuetext': t('control.crowd.scripts.accounts', { n: n(accounts) }),
            onInput: (event) => change({ percent: Number(event.target.value) }),
          }),
        ]),
        percent > 0 &&
          h('div', { class: 'scripts' }, [
            h('p', { class: 'quiet' }, t('control.crowd.scripts.explain')),
            h('div', { class: 'field' }, [
              h('label', { for: 'crowd-clicks' }, t('control.crowd.scripts.clicks')),
              h('input', {
                id: 'crowd-clicks',
                type: 'number',
                min: 1,
                max: 100,
                required: true,
                value: clicks,
                onInput: (event) => change({ clicks: Number(event.target.value) }),
              }),
            ]),
            h('label', { class: 'check' }, [
              h('input', { type: 'checkbox', checked: proofOfWork, onChange: (event) => change({ proofOfWork: event.target.checked }) }),
              t('control.crowd.scripts.proofOfWork'),
            ]),
          ]),
      ];
    };
  },
};

const part = (one, other) => (one + other === 0 ? null : one / (one + other));

function percentOf(share, n) {
  return share === null ? '–' : n(share, { style: 'percent', maximumFractionDigits: 0 });
}

/** Compares the people and the scripts of one crowd. */
export function sides({ people, scripts }, responseText, t, n) {
  const share = (of, with_) => percentOf(part(of, with_), n);
  const reasons = [...new Set([...Object.keys(people.refusals), ...Object.keys(scripts.refusals)])];
  const refusals = (reason) => [people.refusals[reason] ?? 0, scripts.refusals[reason] ?? 0];
  const most = (reason) => Math.max(...refusals(reason));
  reasons.sort((one, other) => most(other) - most(one));
  const row = (name, one, other, kind = 'figure') =>
    h('tr', { key: `${kind} ${name}`, class: kind }, [
      h('th', { scope: 'row' }, name),
      h('td', { class: 'digits' }, typeof one === 'number' ? n(one) : one),
      h('td', { class: 'digits' }, typeof other === 'number' ? n(other) : other),
    ]);
  const figure = (name) => row(t(`control.crowd.scripts.figure.${name}`), people[name], scripts[name], name);
  return h('table', { class: 'sides' }, [
    h('caption', { class: 'sr-only' }, t('control.crowd.scripts.who')),
    h('thead', h('tr', [
      h('td'),
      h('th', { scope: 'col' }, t('control.crowd.scripts.people')),
      h('th', { scope: 'col' }, t('control.crowd.scripts.title')),
    ])),
    h('tbody', [
      figure('shoppers'),
      figure('clicks'),
      figure('units'),
      row(t('control.crowd.scripts.figure.share'), share(people.units, scripts.units), share(scripts.units, people.units), 'share'),
      figure('paid'),
      reasons.map((reason) => row(t('control.crowd.scripts.refused', { why: responseText(reason) }), ...refusals(reason), 'refused')),
    ]),
  ]);
}

/** The latest crowd with scripts for each mode, or null. */
export function byMode(crowds, t, n) {
  const latest = MODES.map((mode) => crowds.find((crowd) => crowd.mode === mode && crowd.scripts.shoppers > 0)).filter(Boolean);
  if (latest.length === 0) return null;
  const heads = ['mode', 'accountShare', 'clickShare', 'peopleUnits', 'scriptUnits', 'scriptShare'];
  return h('div', { class: 'by-mode' }, [
    h('h3', { id: 'by-mode-title' }, t('control.crowd.byMode.title')),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-labelledby': 'by-mode-title' },
      h('table', { 'aria-labelledby': 'by-mode-title' }, [
        h('thead', h('tr', heads.map((head) => h('th', { key: head, scope: 'col' }, t(`control.crowd.byMode.${head}`))))),
        h('tbody', latest.map(({ id, mode, people, scripts, difficulty, scriptsWork }) =>
          h('tr', { key: id, class: mode }, [
            h('th', { scope: 'row' }, [
              t(`control.entry.mode.${mode}`),
              difficulty > 0 && h('span', { class: 'quiet note' }, t(scriptsWork ? 'control.crowd.byMode.worked' : 'control.crowd.byMode.notWorked')),
            ]),
            h('td', { class: 'digits' }, percentOf(part(scripts.shoppers, people.shoppers), n)),
            h('td', { class: 'digits' }, percentOf(part(scripts.clicks, people.clicks), n)),
            h('td', { class: 'digits' }, n(people.units)),
            h('td', { class: 'digits' }, n(scripts.units)),
            h('td', { class: 'digits' }, h('strong', percentOf(part(scripts.units, people.units), n))),
          ]))),
      ])),
    h('p', { class: 'quiet' }, t('control.crowd.byMode.explain')),
  ]);
}
