// Estimates when a place will be served. The result is a range, because the pace is uncertain.

const WINDOW_MS = 60_000;
const ENOUGH_MS = 8_000;
const SLACK = 1.5; // the pace may drop by this factor

/** Records what was served when, recently. */
export class Served {
  #seen = [];

  /**
   * @param at milliseconds by the server's clock
   * @param serving the last place served at that time
   * @param most the maximum of places served a second
   */
  add(at, serving, most = Infinity) {
    const last = this.#seen.at(-1);
    const begunAnew = last && serving < last.serving;
    // A jump that is too fast for served places: numbers without an owner were passed.
    const passedOver = last && serving - last.serving > most * (1 + (at - last.at) / 1000);
    if (begunAnew || passedOver) this.#seen = [];
    else if (last && at <= last.at) return; // already recorded
    this.#seen = [...this.#seen.filter((one) => one.at > at - WINDOW_MS), { at, serving }];
  }

  /** Serving has paused, so the earlier pace means nothing. */
  pause() {
    this.#seen = [];
  }

  /** Places a second; null until it was watched for long enough. */
  rate() {
    const [first, last] = [this.#seen[0], this.#seen.at(-1)];
    return first && last.at - first.at >= ENOUGH_MS ? (1000 * (last.serving - first.serving)) / (last.at - first.at) : null;
  }
}

/**
 * Seconds from now, or from the opening, until the place is served.
 *
 * @param ahead places before it that are not served yet
 * @param most the maximum of places served a second
 * @param rate the observed rate; null if unknown
 * @param least how many of these places are certainly owned; the others may be passed at once
 * @returns {from, to}; `to` is null if it cannot be estimated
 */
export function waitFor(ahead, most, rate, least = ahead) {
  const from = (least + 1) / most;
  return { from, to: rate > 0 ? Math.max(from, (SLACK * (ahead + 1)) / rate) : null };
}

/** Shoppers whose turn is still to come. */
export const waitingOf = ({ entered, serving, unclaimed = 0 }) => Math.max(0, entered - serving - unclaimed);
