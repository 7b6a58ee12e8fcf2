// What a timeline of holders is computed from: lanes, overlaps, and the marks of its axis.

/** The people of the stays, in the order in which they first came in. */
export function people(stays) {
  return [...new Set([...stays].sort((one, other) => one.fromMillis - other.fromMillis).map((stay) => stay.who))];
}

/** When the last one left; a stay that did not end lasts as long as anything else. */
export function length(stays) {
  return stays.reduce((longest, stay) => Math.max(longest, stay.toMillis ?? stay.fromMillis), 0);
}

/**
 * When two were inside at once although one of the two came to write: { item, from, to, stays: [one, other] }. Whether it
 * counts is the lab's to say, which has seen the order of events: two stays that both say `overlapped`.
 */
export function overlaps(stays) {
  const end = length(stays);
  const sorted = stays.filter((stay) => stay.overlapped).sort((one, other) => one.fromMillis - other.fromMillis);
  const found = [];
  sorted.forEach((one, at) => {
    const until = one.toMillis ?? end;
    for (let next = at + 1; next < sorted.length && sorted[next].fromMillis < until; next++) {
      const other = sorted[next];
      if (other.item !== one.item || (one.shared && other.shared)) continue;
      found.push({ item: one.item, from: other.fromMillis, to: Math.min(until, other.toMillis ?? end), stays: [one, other] });
    }
  });
  return found;
}

/** At most so many round numbers above 0, up to this one, and 0. */
export function marks(longest, most) {
  const rough = Math.max(longest, 1) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  return Array.from({ length: Math.floor(longest / step) + 1 }, (_, n) => n * step);
}
