// Who is logged in. The token itself stays in a cookie out of our reach.

import { ref } from 'vue';
import { call, get, post } from '../api.js';

/** { userId, username, role, expiresAt }, or null. */
export const session = ref(null);

const first = get('/api/session', { anonymous: true })
  .then((found) => (session.value = found))
  .catch(() => null); // nobody, or nobody knows: a call that needs a session will say so

/** Resolves once we know whether somebody is logged in. */
export const sessionKnown = () => first;

export async function logIn(username, password) {
  session.value = await post('/api/session', { username, password }, { anonymous: true });
}

export const signUp = (username, password) => post('/api/accounts', { username, password }, { anonymous: true });

export async function logOut() {
  await call('DELETE', '/api/session', { anonymous: true }).catch(() => null);
  // A fresh start: nothing of this shopper stays on the screen.
  window.location.assign('/');
}

export function forgetSession() {
  session.value = null;
}
