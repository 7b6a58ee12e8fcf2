// Whether the shop pushes messages to this browser. Only the browser knows; the shop keeps where to push.

import { get, post } from '../api.js';

const SCOPE = '/assets/push/';
const UNSUBSCRIBING_MS = 2000;

/** Not in browsers without it, nor where the shop is opened without TLS. */
export const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The key for which the browser subscribes; null if this shop pushes nothing. */
export async function shopsKey() {
  try {
    return (await get('/api/push/key', { anonymous: true })).publicKey;
  } catch {
    return null;
  }
}

const register = (language) => navigator.serviceWorker.register(`${SCOPE}worker.js?language=${language}`, { scope: SCOPE });

async function subscription() {
  if (!isSupported || Notification.permission !== 'granted') return null;
  return (await (await navigator.serviceWorker.getRegistration(SCOPE))?.pushManager.getSubscription()) ?? null;
}

/** Whether messages are pushed; then in this language from now on. */
export async function isOn(language) {
  const on = Boolean(await subscription());
  if (on) await register(language);
  return on;
}

/** Asks the visitor for permission and subscribes. Returns whether they agreed. */
export async function turnOn(key, language) {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await register(language);
  await activated(registration);
  await (await registration.pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  const { endpoint, keys } = (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  await post('/api/push/subscriptions', { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  return true;
}

function activated(registration) {
  if (registration.active) return null;
  const worker = registration.installing ?? registration.waiting;
  return new Promise((done) => worker.addEventListener('statechange', () => worker.state === 'activated' && done()));
}

/** Ends the subscription. The shop learns of it from the push service. */
export async function turnOff() {
  await (await subscription())?.unsubscribe();
}

/** The same when the shopper leaves, without waiting long. */
export const leave = () => Promise.race([turnOff(), new Promise((done) => setTimeout(done, UNSUBSCRIBING_MS))]).catch(() => {});
