// What a refusal means to an administrator. Where possible, the server explains it in `detail`.

import { i18n } from '../i18n/i18n.js';
import { sentence } from '../ui.js';

/** A sentence about the problem, extended by the server's own where that adds something. */
export function changeable(problem) {
  const { t, te } = i18n.global;
  const key = `control.problem.${problem.type}`;
  if (te(key)) return t(key, { detail: problem.body?.detail });
  return problem.type === 'invalid-request' && problem.body?.detail ? problem.body.detail : sentence(problem);
}

/** The field that the server refused, or null: its sentence begins with the name. */
export function fieldOf(problem, fields) {
  if (problem?.type !== 'invalid-request') return null;
  const name = /^[\w.]+/.exec(problem.body?.detail ?? '')?.[0];
  return fields.includes(name) ? name : null;
}
