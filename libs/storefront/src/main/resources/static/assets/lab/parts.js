// What the pages of the lab share.

import { h } from 'vue';
import { RouterLink } from 'vue-router';
import { session } from '../account/session.js';
import { sentence } from '../ui.js';

/** Why no run could be started, with a link to the run that is in the way. */
export function labAlert(problem, t) {
  if (!problem) return null;
  const { runId } = problem.body ?? {};
  const said = problem.type === 'invalid-request' && problem.body?.detail ? problem.body.detail : sentence(problem);
  return h('div', { class: 'alert', role: 'alert' }, [
    h('p', said),
    problem.type === 'lab-busy' && runId && h(RouterLink, { class: 'button small', to: `/lab/runs/${runId}` }, () => t('lab.toThatRun')),
  ]);
}

/** A button that starts a run, or the way to log in and back. */
export function runButton(text, { look = 'primary', idle, busy, route, name, onRun }, t) {
  if (!session.value) {
    return h(RouterLink, { class: 'button small', to: { path: '/login', query: { then: route.fullPath } } }, () => t('lab.logInToRun'));
  }
  // Not `disabled`, which would take the focus away from the button just pressed.
  return h('button', {
    type: 'button',
    class: ['button small', look, busy && 'sending'],
    'aria-disabled': String(Boolean(idle)),
    'aria-label': name && `${text}: ${name}`,
    onClick: () => idle || onRun(),
  }, text);
}

export const DEFAULT_SIZES = { stock: 100, buyers: 20, processes: 2 };

/** Fields for the sizes of a crowd, with their errors. `sizes` is reactive and holds the typed values. */
export function sizeFields(sizes, limits, id, t) {
  const wrong = wrongSize(sizes, limits);
  return [
    fields(sizes, limits, id, t),
    wrong && h('p', { class: 'fault', role: 'alert' }, t('lab.size.wrong', { what: t(`lab.size.${wrong}`), n: limits[wrong] })),
  ];
}

function fields(sizes, limits, id, t) {
  return h('div', { class: 'sizes' }, Object.keys(DEFAULT_SIZES).map((name) =>
    h('div', { key: name, class: 'field' }, [
      h('label', { for: `${id}-${name}` }, [t(`lab.size.${name}`), ' ', h('span', { class: 'quiet' }, t('lab.size.upTo', { n: limits[name] }))]),
      h('input', {
        id: `${id}-${name}`,
        type: 'number',
        inputmode: 'numeric',
        min: 1,
        max: limits[name],
        value: sizes[name],
        'aria-invalid': String(!fits(name, sizes[name], limits)),
        onInput: (event) => (sizes[name] = event.target.valueAsNumber),
      }),
    ])));
}

const fits = (name, value, limits) => Number.isInteger(value) && value >= 1 && value <= limits[name];

/** The first invalid size, or null. */
export const wrongSize = (sizes, limits) => Object.keys(DEFAULT_SIZES).find((name) => !fits(name, sizes[name], limits)) ?? null;

export const toScheme = (id, text) => h(RouterLink, { to: `/lab/${id}` }, () => text);
