// What this browser remembers of the course, for all its tabs: chapters that were read, scenarios that were run, predictions.

import { computed, reactive, watch } from 'vue';

const KEY = 'flash-sale.course';

/**
 *   read          ids of chapters
 *   ran           keys of scenarios, such as A6/crowd
 *   predicted     by the same keys, what the first prediction was worth: { outcome, left }, each true, false or null for none
 *   predictFirst  whether the pages hide what a run shows until one has predicted it
 */
const nothing = () => ({ read: [], ran: [], predicted: {}, predictFirst: false });

export const progress = reactive(stored());

function stored() {
  try {
    return { ...nothing(), ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return nothing(); // storage may be forbidden
  }
}

watch(progress, () => {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // then it is remembered for this visit
  }
});

window.addEventListener('storage', (event) => event.key === KEY && Object.assign(progress, stored()));

export const hasRead = (chapter) => progress.read.includes(chapter);

export function markRead(chapter, read) {
  progress.read = read ? [...new Set([...progress.read, chapter])] : progress.read.filter((one) => one !== chapter);
}

export function markRun(key) {
  if (!progress.ran.includes(key)) progress.ran.push(key);
}

/** The first prediction of each scenario counts: of the next one it is known what comes. */
export function markPredicted(key, worth) {
  if (!(key in progress.predicted)) progress.predicted[key] = worth;
}

export const forgetAll = () => Object.assign(progress, nothing());

/** Of outcomes and of final stocks, how many were predicted and how many rightly. */
export const score = computed(() => {
  const all = Object.values(progress.predicted);
  const of = (what) => {
    const asked = all.map((one) => one[what]).filter((right) => right !== null);
    return { right: asked.filter(Boolean).length, of: asked.length };
  };
  return { outcome: of('outcome'), left: of('left') };
});
