// What this browser stores of an entry to a sale, for all its tabs. The pass proves a number that the shop may have
// lost, or that a ticket was asked for. Only the shopper can use it. It also stores the promise of a lottery.

const PREFIX = 'flash-sale.entry.';

const key = (saleId, userId) => `${PREFIX}${saleId}.${userId}`;

/** {pass} or {asked}, or an empty object. */
export function kept(saleId, userId) {
  try {
    return JSON.parse(localStorage.getItem(key(saleId, userId))) ?? {};
  } catch {
    return {}; // storage may be forbidden
  }
}

export function keep(saleId, userId, what) {
  try {
    if (what) localStorage.setItem(key(saleId, userId), JSON.stringify(what));
    else localStorage.removeItem(key(saleId, userId));
  } catch {
    // then the account knows it nevertheless
  }
}

/**
 * The fingerprint of a lottery's seed as this browser first saw it while the seed was secret, or null. A later
 * fingerprint proves nothing: a shop that exchanges the seed can exchange the fingerprint, too.
 */
export function promised(saleId, lottery) {
  const name = `flash-sale.seed-hash.${saleId}`;
  try {
    if (lottery?.seedHash && !lottery.seed && !localStorage.getItem(name)) localStorage.setItem(name, lottery.seedHash);
    return localStorage.getItem(name);
  } catch {
    return null; // storage may be forbidden
  }
}

/** Forgets everything, because somebody else may use this browser next. The account still knows its entries. */
export function forgetKept() {
  try {
    Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .forEach((name) => localStorage.removeItem(name));
  } catch {
    // storage may be forbidden: then it is empty
  }
}

const tabs = new BroadcastChannel('flash-sale.entry');

/** Tells the other tabs that the shopper has acted in this sale. */
export const tellTabs = (saleId) => tabs.postMessage(saleId);

/** Calls the listener when another tab reports an action. Returns a function that ends it. */
export function onToldByTab(saleId, listener) {
  const hear = (event) => event.data === saleId && listener();
  tabs.addEventListener('message', hear);
  return () => tabs.removeEventListener('message', hear);
}
