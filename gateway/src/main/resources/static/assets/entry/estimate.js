// How long it takes until a place is served, as a range: nobody knows more.

const WINDOW_MS = 60_000;
const ENOUGH_MS = 8_000;
const SLACK = 1.5; // it may become as much slower as it has been

/** What was served when, of late. */
export class Served {
  #seen = [];

  /**
   * @param at milliseconds by the server's clock
   * @param serving the last place that was served then
   * @param most places that are served a second, at most
   */
  add(at, serving, most = Infinity) {
    const last = this.#seen.at(-1);
    const begunAnew = last && serving < last.serving;
    const passedOver = last && serving - last.serving > most * (1 + (at - last.at) / 1000); // what nobody has goes faster
    if (begunAnew || passedOver) this.#seen = [];
    else if (last && at <= last.at) return; // said before
    this.#seen = [...this.#seen.filter((one) => one.at > at - WINDOW_MS), { at, serving }];
  }

  /** Nothing is served, so what was before says nothing. */
  pause() {
    this.#seen = [];
  }

  /** Places a second; null while it was not watched for long enough. */
  rate() {
    const [first, last] = [this.#seen[0], this.#seen.at(-1)];
    return first && last.at - first.at >= ENOUGH_MS ? (1000 * (last.serving - first.serving)) / (last.at - first.at) : null;
  }
}

/**
 * Seconds from now, or from the opening on, until the place is served.
 *
 * @param ahead places before it that are not served yet
 * @param most places that are served a second, at most
 * @param rate as it was seen; null if it is not known
 * @param least as many of them somebody has; the others may be passed over at once
 * @returns {from, to}; `to` is null if nobody can say
 */
export function waitFor(ahead, most, rate, least = ahead) {
  const from = (least + 1) / most;
  return { from, to: rate > 0 ? Math.max(from, (SLACK * (ahead + 1)) / rate) : null };
}

/** People whose turn is still to come. */
export const waitingOf = ({ entered, serving, unclaimed = 0 }) => Math.max(0, entered - serving - unclaimed);
