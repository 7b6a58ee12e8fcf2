// What a refusal means to an admin: the server says in `detail` what was wrong, where it can.

import { i18n } from '../i18n/i18n.js';
import { sentence } from '../ui.js';

/** A sentence about the problem, with the server's own where it adds something. */
export function changeable(problem) {
  const { t, te } = i18n.global;
  const key = `control.problem.${problem.type}`;
  if (te(key, 'en')) return t(key);
  return problem.type === 'invalid-request' && problem.body?.detail ? problem.body.detail : sentence(problem);
}

/** The field that the server found fault with, or null: the sentence begins with its name. */
export function fieldOf(problem, fields) {
  if (problem?.type !== 'invalid-request') return null;
  const name = /^[\w.]+/.exec(problem.body?.detail ?? '')?.[0];
  return fields.includes(name) ? name : null;
}
