// The schemes as the lab describes them, in the reader's language.

import { computed, onMounted, ref, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { get } from '../api.js';

let asked = null; // the catalogue changes only with the server's version, so one request serves the whole visit

/** The schemes in order, the limits of a run, and the problem of the request. */
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
  onMounted(load);

  const schemes = computed(() => answer.value?.strategies.map((one) => inLanguage(one, locale.value)) ?? []);
  const limits = computed(() => answer.value?.limits);
  return { schemes, limits, problem, load, known: computed(() => answer.value !== null) };
}

/** The lab describes everything in both languages. Older runs have texts in one language, which is shown as it is. */
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

/** A scenario of the scheme itself, or one that applies to all schemes. */
export const scenarioOf = (scheme, id) => [...(scheme?.scenarios ?? []), ...(scheme?.asked ?? [])].find((one) => one.id === id);

/** A run's key on the pages, such as `A6/lease-too-short`. */
export const keyOf = (scheme, scenario) => `${scheme}/${scenario}`;

/** The groups of the course with their schemes, without empty groups. */
export function grouped(schemes) {
  const groups = new Map();
  for (const one of schemes) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups].sort(([one], [other]) => one.localeCompare(other));
}
