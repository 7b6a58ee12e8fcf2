// The schemes as the lab states them, in the reader's language.

import { computed, onMounted, ref, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';
import { isPresent } from '../parts.js';

let asked = null; // the catalogue changes only with the server's version, so one answer is enough for a visit

/** The schemes in their order, what a run may be at most, and what went wrong in asking. */
export function useCatalogue() {
  const { locale } = useI18n();
  const answer = shallowRef(null);
  const problem = ref(null);

  async function load() {
    try {
      asked ??= get('/api/lab/strategies');
      answer.value = await asked;
      problem.value = null;
    } catch (failure) {
      asked = null;
      problem.value = failure;
    }
  }
  if (isPresent('LOCK_LAB')) onMounted(load);

  const schemes = computed(() => answer.value?.strategies.map((one) => inLanguage(one, locale.value)) ?? []);
  const limits = computed(() => answer.value?.limits);
  return { schemes, limits, problem, load, known: computed(() => answer.value !== null) };
}

/** The lab says everything in both languages. What it said in runs of earlier days it said in one, and so it is shown. */
export const textIn = (text, locale) => (typeof text === 'string' ? text : text[locale] ?? text.en);

function inLanguage(scheme, locale) {
  const said = (text) => textIn(text, locale);
  const explained = (scenarios) => scenarios.map((one) => ({ ...one, explanation: said(one.explanation) }));
  return {
    ...scheme,
    name: said(scheme.name),
    shows: said(scheme.shows),
    guarantees: scheme.guarantees.map(said),
    doesNotGuarantee: scheme.doesNotGuarantee.map(said),
    scenarios: explained(scheme.scenarios),
    asked: explained(scheme.asked),
  };
}

export const find = (schemes, id) => schemes.find((one) => one.id === id?.toUpperCase());

/** One of its own, or one that is asked of each scheme. */
export const scenarioOf = (scheme, id) => [...(scheme?.scenarios ?? []), ...(scheme?.asked ?? [])].find((one) => one.id === id);

/** What a run is known by on a page: `A6/lease-too-short`. */
export const keyOf = (scheme, scenario) => `${scheme}/${scenario}`;

/** The groups of the course with their schemes, those without any left out. */
export function grouped(schemes) {
  const groups = new Map();
  for (const one of schemes) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups].sort(([one], [other]) => one.localeCompare(other));
}
