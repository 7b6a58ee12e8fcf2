// English and Chinese. A visitor's choice wins over the browser's language, and that over the shop's. Only texts of the chosen language are loaded.

import { watchEffect } from 'vue';
import { createI18n } from 'vue-i18n';
import { language, LOCALES } from './settings.js';

const CHOSEN = 'flash-sale.language';

export const LANGUAGES = { en: 'English', zh: '中文' };

/** The fields with texts of those who sell: of sales, products, orders and coupons. */
const SHOPS_TEXTS = ['title', 'name', 'description', 'variant'];

export const i18n = createI18n({ legacy: false, locale: initial(), missingWarn: false, fallbackWarn: false });

const { locale, mergeLocaleMessage } = i18n.global;
const features = new Set();
let choices = 0;

await addMessages(new URL('./texts', import.meta.url));

watchEffect(() => {
  document.documentElement.lang = LOCALES[locale.value];
});

function initial() {
  const chosen = stored();
  if (chosen in LANGUAGES) return chosen;
  const wanted = (navigator.languages ?? []).map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  return wanted ?? language;
}

function stored() {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null; // storage may be forbidden
  }
}

/** Shows the pages in this language as soon as its texts are here. */
export async function choose(language) {
  const mine = ++choices;
  for (const feature of features) await load(feature, language); // also those that are added meanwhile
  if (mine !== choices) return; // another choice came later
  locale.value = language;
  try {
    localStorage.setItem(CHOSEN, language);
  } catch {
    // then the choice holds for this visit only
  }
}

/**
 * The part of a shop's text in the language of the page: “Lamp || 台灯” has both. Other texts are as they are. Of a
 * reviver's form, for JSON.parse, which leaves other fields alone.
 */
export function inLanguage(name, value) {
  if (typeof value !== 'string' || !SHOPS_TEXTS.includes(name)) return value;
  const parts = value.split(' || ');
  return parts[Object.keys(LANGUAGES).indexOf(locale.value)] ?? parts[0];
}

/** Loads a feature's texts. They are in files at this address, with an ending for each language: `.en.js`, `.zh.js`. */
export async function addMessages(feature) {
  features.add(String(feature));
  let language;
  do {
    language = locale.value;
    await load(feature, language);
  } while (language !== locale.value);
}

/** The browser loads each file once. */
async function load(feature, language) {
  mergeLocaleMessage(language, (await import(`${feature}.${language}.js`)).default);
}
