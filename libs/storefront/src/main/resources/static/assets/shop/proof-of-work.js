// The work that a sale demands before it admits a shopper, in ALTCHA's scheme: find the number whose SHA-256 after the
// salt is the challenge. There is nothing to see, hear or click. A worker does it, so that the page stays usable.
// docs/entry-work.md says how long it takes. This file is both the module for the page and the worker that it starts.

const REPORT_EVERY = 20_000; // hashes

/**
 * Returns the proof that solves a challenge, to be sent as `proof` when entering.
 *
 * @param challenge the answer of GET /api/sales/{id}/entry/proof: {algorithm, challenge, salt, maxnumber,
 *     signature}
 * @param onProgress is called now and then with the part of the numbers tried so far, 0 to 1; the average end is a
 *     half
 * @param signal an AbortSignal that ends the work, which then throws an AbortError, as fetch does
 * @returns a promise of the text. It fails with an Error named 'NoWorkerError' if the browser starts no worker, and
 *     'UnsolvableError' if no number fits: the challenge is not of this server
 */
export function solve(challenge, onProgress = () => {}, signal = undefined) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(aborted());
      return;
    }
    let worker;
    try {
      worker = new Worker(import.meta.url, { type: 'module' });
    } catch (fault) {
      reject(named('NoWorkerError', fault.message));
      return;
    }
    const stop = () => end(reject, aborted());
    function end(settle, value) {
      signal?.removeEventListener('abort', stop);
      worker.terminate();
      settle(value);
    }
    signal?.addEventListener('abort', stop, { once: true });
    worker.onerror = (fault) => end(reject, named('NoWorkerError', fault.message));
    worker.onmessage = ({ data }) => {
      if (data.progress !== undefined) onProgress(data.progress);
      else if (data.number === null) end(reject, named('UnsolvableError', 'no number fits the challenge'));
      else end(resolve, proofOf(challenge, data.number));
    };
    worker.postMessage({ challenge: challenge.challenge, salt: challenge.salt, maxnumber: challenge.maxnumber });
  });
}

function proofOf({ algorithm, challenge, salt, signature }, number) {
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}

const aborted = () => new DOMException('the work was given up', 'AbortError');

function named(name, message) {
  return Object.assign(new Error(message), { name });
}

/**
 * Returns the number from 0 to `maxnumber` with this hash, or null. SHA-256 is written out here, because the
 * browser's own needs a promise for each hash. That takes many times as long, and is unavailable without HTTPS.
 *
 * @param report is called now and then with the number of tries
 */
export function search({ challenge, salt, maxnumber }, report = () => {}) {
  const wanted = challenge.match(/.{8}/g).map((part) => parseInt(part, 16) | 0);
  const bytes = new TextEncoder().encode(salt);
  const whole = bytes.length - (bytes.length % 64);
  const start = Int32Array.from(INITIAL);
  for (let at = 0; at < whole; at += 64) compress(start, bytes.subarray(at, at + 64));
  const rest = bytes.subarray(whole);
  const state = new Int32Array(8);
  const message = new Uint8Array(128);
  for (let number = 0; number <= maxnumber; number++) {
    if (number > 0 && number % REPORT_EVERY === 0) report(number);
    const digits = String(number);
    const length = rest.length + digits.length;
    const padded = length < 56 ? 64 : 128;
    message.fill(0, 0, padded);
    message.set(rest);
    for (let i = 0; i < digits.length; i++) message[rest.length + i] = digits.charCodeAt(i);
    message[length] = 0x80;
    new DataView(message.buffer).setUint32(padded - 4, (whole + length) * 8);
    state.set(start);
    for (let at = 0; at < padded; at += 64) compress(state, message.subarray(at, at + 64));
    if (state.every((word, i) => word === wanted[i])) return number;
  }
  return null;
}

// SHA-256, FIPS 180-4: the first 32 bits of the fractional parts of square and cube roots of the first primes.
const PRIMES = primes(64);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = Int32Array.from(PRIMES.map((prime) => fraction(Math.cbrt(prime))));

function primes(count) {
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

function fraction(root) {
  return ((root - Math.floor(root)) * 0x1_0000_0000) | 0;
}

const schedule = new Int32Array(64);

function compress(state, block) {
  for (let i = 0; i < 16; i++) {
    const at = 4 * i;
    schedule[i] = (block[at] << 24) | (block[at + 1] << 16) | (block[at + 2] << 8) | block[at + 3];
  }
  for (let i = 16; i < 64; i++) {
    const x = schedule[i - 15];
    const y = schedule[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    schedule[i] = (schedule[i - 16] + s0 + schedule[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + schedule[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

if (typeof WorkerGlobalScope !== 'undefined' && globalThis instanceof WorkerGlobalScope) {
  globalThis.onmessage = ({ data }) => {
    const report = (tried) => globalThis.postMessage({ progress: tried / (data.maxnumber + 1) });
    globalThis.postMessage({ number: search(data, report) });
  };
}
