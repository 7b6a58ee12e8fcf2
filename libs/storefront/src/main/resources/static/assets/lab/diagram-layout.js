// Lays out a space-time diagram: a column for each lane, a row for each step, time running down. The distance between
// rows suits reading, and grows only a little with the pause. The numbers at the left show the times, not the
// distances.

const ROW = 26;
const MAX_WAIT = 44; // the most that a long wait adds
const TOP = 14;
const TIMES = 50; // the column of times
const NARROW = 62;
const MAX_CLIENTS = 8; // further clients share a lane

export const OTHERS = 'others';

/** Returns width, height, the lanes with their x, and y of a step or a time. */
export function layout(diagram, wide) {
  const lanes = columns(diagram.lanes);
  const known = new Set(lanes.map((lane) => lane.id));
  const gap = Math.max(NARROW, Math.min(190, (wide - TIMES) / Math.max(1, lanes.length)));
  const xs = new Map(lanes.map((lane, at) => [lane.id, TIMES + gap / 2 + at * gap]));
  const rows = [];
  diagram.steps.forEach((step, at) => {
    const before = diagram.steps[at - 1];
    const waited = before ? Math.max(0, step.at - before.at) : 0;
    rows.push(before ? rows[at - 1] + ROW + Math.min(MAX_WAIT, 14 * Math.log10(1 + waited / 5)) : TOP);
  });
  const height = (rows.at(-1) ?? 0) + ROW + TOP;
  return {
    lanes,
    gap,
    width: Math.max(wide, Math.floor(TIMES + gap * lanes.length)),
    height,
    rows,
    /** Undefined for anything without a lane, such as a process. */
    x: (id) => xs.get(known.has(id) || !diagram.lanes.some((lane) => lane.id === id) ? id : OTHERS),
    y: (time) => yOf(time, diagram.steps, rows, height),
  };
}

function columns(lanes) {
  const clients = lanes.filter((lane) => lane.kind === 'client');
  if (clients.length <= MAX_CLIENTS) return lanes;
  const shown = clients.slice(0, MAX_CLIENTS - 1);
  return [...shown, { id: OTHERS, kind: 'client', process: 0, number: clients.length - shown.length }, ...lanes.filter((lane) => lane.kind !== 'client')];
}

/** Between two steps, in proportion to the time. */
function yOf(time, steps, rows, height) {
  if (time === null) return height;
  let before = -1;
  while (before + 1 < steps.length && steps[before + 1].at <= time) before++;
  if (before < 0) return 0;
  const from = steps[before].at;
  const to = steps[before + 1]?.at;
  if (to === undefined) return Math.min(height, rows[before] + ROW / 2);
  return rows[before] + ((time - from) / (to - from)) * (rows[before + 1] - rows[before]);
}

/** When processes and servers stood still; the end is null if they did until the end. */
export function pauses(diagram) {
  const found = [];
  for (const step of diagram.steps) {
    if (step.kind === 'paused') found.push({ who: step.lane, from: step.at, to: null });
    if (step.kind === 'resumed') {
      const last = found.findLast((pause) => pause.who === step.lane && pause.to === null);
      if (last) last.to = step.at;
    }
  }
  return found;
}

/** The lanes that an event affected: those of a whole process, or one lane. */
export const lanesOf = (who, lanes) =>
  who.startsWith('process-') ? lanes.filter((lane) => `process-${lane.process}` === who).map((lane) => lane.id) : [who];

/** What the servers stored and what the clients believed at this time. */
export function truthsAt(diagram, time) {
  const lasts = (one) => one.from <= time && (one.to === null || one.to > time);
  const gone = new Set(diagram.steps.filter((step) => step.kind === 'killed' && step.at <= time).flatMap((step) => lanesOf(step.lane, diagram.lanes)));
  const still = new Set(pauses(diagram).filter(lasts).flatMap((pause) => lanesOf(pause.who, diagram.lanes)));
  return {
    held: diagram.held.filter(lasts),
    believed: diagram.believed.filter(lasts),
    gone,
    still,
  };
}

/** Where a client's belief is wrong: from the step that shows it to the end of the belief. */
export const partings = (diagram) =>
  diagram.steps.filter((step) => step.kind === 'parted').map((step) => ({
    lane: step.lane,
    from: step.at,
    to: diagram.believed.find((one) => one.lane === step.lane && one.lock === step.text && one.from <= step.at && (one.to === null || one.to > step.at))?.to ?? null,
  }));
