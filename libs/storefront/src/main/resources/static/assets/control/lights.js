// The invariants of a sale as lights. A text repeats what each colour says.

import { h } from 'vue';

const SIGN = { HOLDS: '✓', VIOLATED: '✗', PENDING: '…', UNKNOWN: '?' };
const ALL = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I11', 'I12'];

export function lights(snapshot, t) {
  const found = Object.fromEntries((snapshot?.invariants ?? []).map((light) => [light.id, light]));
  const all = ALL.map((id) => found[id] ?? { id, state: 'UNKNOWN', evidence: null });
  return h('section', { class: 'card lights', 'aria-labelledby': 'lights-title' }, [
    h('h2', { id: 'lights-title' }, t('control.lights.title')),
    h('p', { role: 'status', class: 'summary' }, summary(all, t)),
    h('ul', all.map((light) =>
      h('li', { key: light.id, class: ['light', light.state] }, [
        h('span', { class: 'lamp', 'aria-hidden': 'true' }, SIGN[light.state]),
        h('div', [
          h('p', [h('strong', light.id), ' ', h('span', { class: 'verdict' }, t(`control.lights.${light.state}`))]),
          h('p', { class: 'statement' }, t(`control.invariant.${light.id}`)),
          light.evidence && h('p', { class: 'evidence' }, light.evidence),
        ]),
      ]))),
    h('p', { class: 'quiet digits' }, snapshot?.auditedAt ? t('control.lights.audited', { at: new Date(snapshot.auditedAt).toLocaleTimeString() }) : t('control.lights.notYet')),
  ]);
}

function summary(all, t) {
  const violated = all.filter((light) => light.state === 'VIOLATED');
  if (violated.length > 0) return t('control.lights.violated', { which: violated.map((light) => light.id).join(', ') });
  if (all.every((light) => light.state === 'HOLDS')) return t('control.lights.allHold');
  return t(all.some((light) => light.state === 'PENDING') ? 'control.lights.inFlight' : 'control.lights.notYet');
}
