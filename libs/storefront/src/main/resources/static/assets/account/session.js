// The logged-in account. The token itself stays in a cookie that scripts cannot read.

import { ref } from 'vue';
import { call, get, post } from '../api.js';
import { forgetKept } from '../entry/kept.js';
import { leave, leaveOther } from '../push/push.js';

/** { userId, username, role, hasPassword, expiresAt }, or null. */
export const session = ref(null);

async function look() {
  try {
    session.value = await get('/api/session', { anonymous: true });
    leaveOther(session.value.userId); // a provider may have sent another shopper back
  } catch (problem) {
    if (problem.status === 401) session.value = null; // otherwise unknown: a call that needs a session will tell
  }
}

// All tabs share the cookie, and tell each other when they change it.
const tabs = new BroadcastChannel('flash-sale.session');

const LEFT = 'flash-sale.left'; // this tab has left for a provider's page, which sends it back

const first = look().then(() => {
  if (!sessionStorage.getItem(LEFT)) return;
  sessionStorage.removeItem(LEFT);
  tabs.postMessage('');
});

/** Resolves once it is known whether somebody is logged in. */
export const sessionKnown = () => first;

/** Calls the listener when another tab has changed the session, once the new one is known. */
export function onChangedElsewhere(listener) {
  tabs.addEventListener('message', () => look().then(listener));
}

export async function logIn(username, password) {
  session.value = await post('/api/session', { username, password }, { anonymous: true });
  leaveOther(session.value.userId);
  tabs.postMessage('');
}

/** The name of the provider that shoppers may log in with, or null. */
export const providerOfLogIns = () => get('/api/login', { anonymous: true }).then((ways) => ways.provider, () => null);

/** Leaves for the provider's page, which sends the browser back to `then`. */
export async function logInWithProvider(then) {
  const begun = await call('POST', `/api/session/provider?then=${encodeURIComponent(then)}`, { anonymous: true });
  tabs.postMessage(''); // the session that this browser had is over
  sessionStorage.setItem(LEFT, '1');
  window.location.assign(begun.location);
}

export const signUp = (username, password) => post('/api/accounts', { username, password }, { anonymous: true });

/** @param everywhere whether to end the sessions of all other browsers, too */
export async function endSession(everywhere) {
  forgetKept(); // even without an answer
  await leave();
  await call('DELETE', `/api/session${everywhere ? '?everywhere=true' : ''}`, { anonymous: true });
  forgetSession();
  tabs.postMessage('');
}

export async function logOut() {
  forgetKept(); // even without an answer
  await leave();
  await call('DELETE', '/api/session', { anonymous: true });
  tabs.postMessage('');
  // A fresh start, so that nothing of this shopper stays on the screen.
  window.location.assign('/');
}

export function forgetSession() {
  session.value = null;
}
