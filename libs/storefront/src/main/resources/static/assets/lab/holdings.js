// Computes a timeline of a critical section: lanes, violations of mutual exclusion, and the marks of the axis.

/** The holders, in the order in which they first entered the critical section. */
export function holders(holdings) {
  return [...new Set([...holdings].sort((one, other) => one.fromMillis - other.fromMillis).map((holding) => holding.who))];
}

/** The end of the last holding; one without an end lasts as long as the longest. */
export function length(holdings) {
  return holdings.reduce((longest, holding) => Math.max(longest, holding.toMillis ?? holding.fromMillis), 0);
}

/**
 * When two holders overlapped and at least one came to write: { item, from, to, holdings: [one, other] }. The lab,
 * which knows the order of events, decides whether that counts: then both holdings say `violating`.
 */
export function violations(holdings) {
  const end = length(holdings);
  const sorted = holdings.filter((holding) => holding.violating).sort((one, other) => one.fromMillis - other.fromMillis);
  const found = [];
  sorted.forEach((one, at) => {
    const until = one.toMillis ?? end;
    for (let next = at + 1; next < sorted.length && sorted[next].fromMillis < until; next++) {
      const other = sorted[next];
      if (other.item !== one.item || (one.shared && other.shared)) continue;
      found.push({ item: one.item, from: other.fromMillis, to: Math.min(until, other.toMillis ?? end), holdings: [one, other] });
    }
  });
  return found;
}

/** At most this many round numbers from above 0 up to the longest, and 0. */
export function marks(longest, most) {
  const rough = Math.max(longest, 1) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  return Array.from({ length: Math.floor(longest / step) + 1 }, (_, n) => n * step);
}
