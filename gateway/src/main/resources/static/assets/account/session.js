// Who is logged in. The token itself stays in a cookie out of our reach.

import { ref } from 'vue';
import { call, get, post } from '../api.js';
import { forgetKept } from '../entry/kept.js';

/** { userId, username, role, expiresAt }, or null. */
export const session = ref(null);

async function look() {
  try {
    session.value = await get('/api/session', { anonymous: true });
  } catch (problem) {
    if (problem.status === 401) session.value = null; // otherwise nobody knows: a call that needs a session will say so
  }
}

const first = look();

/** Resolves once we know whether somebody is logged in. */
export const sessionKnown = () => first;

// All tabs share the cookie. What one of them does to it, it tells the others.
const tabs = new BroadcastChannel('flash-sale.session');

/** Calls the listener once we know who is logged in after another tab changed that. */
export function onChangedElsewhere(listener) {
  tabs.addEventListener('message', () => look().then(listener));
}

export async function logIn(username, password) {
  session.value = await post('/api/session', { username, password }, { anonymous: true });
  tabs.postMessage('');
}

export const signUp = (username, password) => post('/api/accounts', { username, password }, { anonymous: true });

/** @param everywhere whether the sessions of all other browsers end, too */
export async function endSession(everywhere) {
  forgetKept(); // also when nobody answers
  await call('DELETE', `/api/session${everywhere ? '?everywhere=true' : ''}`, { anonymous: true });
  forgetSession();
  tabs.postMessage('');
}

export async function logOut() {
  forgetKept(); // also when nobody answers
  await call('DELETE', '/api/session', { anonymous: true });
  tabs.postMessage('');
  // A fresh start: nothing of this shopper stays on the screen.
  window.location.assign('/');
}

export function forgetSession() {
  session.value = null;
}
