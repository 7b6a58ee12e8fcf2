// Whether the shop pushes messages to this browser. Only the browser knows; the shop keeps where to push.

import { get, post } from '../api.js';

const SCOPE = '/assets/push/';
const UNSUBSCRIBING_MS = 2000;
const SHOPPER = 'flash-sale.push'; // whose messages this browser shows, and for which key: '7 BGd…'

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

/** Whether this shopper's messages are pushed; then in this language from now on. */
export async function isOn(userId, key, language) {
  const present = await subscription();
  if (!present) return false;
  if (localStorage.getItem(SHOPPER) !== `${userId} ${key}`) { // another shopper's, or for a key that the shop has replaced
    await present.unsubscribe();
    return false;
  }
  await register(language);
  await send(present); // the shop may have deleted it
  return true;
}

/** Asks the visitor for permission and subscribes. Returns whether they agreed. */
export async function turnOn(userId, key, language) {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await register(language);
  await activated(registration);
  await (await registration.pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    await send(made);
    localStorage.setItem(SHOPPER, `${userId} ${key}`);
  } catch (failure) {
    await made.unsubscribe();
    throw failure;
  }
  return true;
}

function send(made) {
  const { endpoint, keys } = made.toJSON();
  return post('/api/push/subscriptions', { endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

function activated(registration) {
  if (registration.active) return null;
  const worker = registration.installing ?? registration.waiting;
  return new Promise((done, fail) => worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') done();
    if (worker.state === 'redundant') fail(new Error('another worker came first'));
  }));
}

/** Ends the subscription. The shop learns of it from the push service. */
export async function turnOff() {
  await (await subscription())?.unsubscribe();
}

/** The same when the shopper leaves, without waiting long. */
export const leave = () => Promise.race([turnOff(), new Promise((done) => setTimeout(done, UNSUBSCRIBING_MS))]).catch(() => {});

/** The same if this browser shows the messages of another shopper than this one, who has logged in. */
export async function leaveOther(userId) {
  try {
    if (localStorage.getItem(SHOPPER)?.split(' ')[0] !== String(userId)) await leave();
  } catch {
    // without storage nothing was turned on
  }
}
