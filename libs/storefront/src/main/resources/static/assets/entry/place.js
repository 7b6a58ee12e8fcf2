// Computes places in a lottery, for visitors who want to check them. docs/lottery.md has the same in Java, but this
// is the code that runs.

/**
 * The place of a number among n participants, given the seed (hex): a Feistel network of eight rounds, with cycle
 * walking.
 */
export async function place(seed, n, number) {
  const bytes = Uint8Array.from(seed.match(/../g), (pair) => parseInt(pair, 16));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  let k = 1n;
  while (1n << (2n * k) < BigInt(n)) k++;
  const mask = (1n << k) - 1n;
  let x = BigInt(number) - 1n;
  do {
    let [left, right] = [x >> k, x & mask];
    for (let round = 0; round < 8; round++) {
      const input = new DataView(new ArrayBuffer(9));
      input.setUint8(0, round);
      input.setBigUint64(1, right);
      const f = new DataView(await crypto.subtle.sign('HMAC', key, input)).getBigUint64(0);
      [left, right] = [right, left ^ (f & mask)];
    }
    x = (left << k) | right;
  } while (x >= BigInt(n));
  return Number(x) + 1;
}

/** SHA-256 of hex bytes, in hex. */
export async function sha256(hex) {
  const bytes = Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Browsers offer it over https and on localhost, not over plain http from elsewhere. */
export const canCompute = () => Boolean(globalThis.crypto?.subtle);
