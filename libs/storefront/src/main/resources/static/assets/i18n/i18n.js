// English and Chinese. A visitor's choice wins over the browser's language.

import { watchEffect } from 'vue';
import { createI18n } from 'vue-i18n';
import en from './en.js';
import zh from './zh.js';

const CHOSEN = 'flash-sale.language';

export const LANGUAGES = { en: 'English', zh: '中文' };

export const i18n = createI18n({
  legacy: false,
  locale: initial(),
  fallbackLocale: 'en',
  messages: { en, zh },
  missingWarn: false,
  fallbackWarn: false,
});

const { locale, mergeLocaleMessage } = i18n.global;

watchEffect(() => {
  document.documentElement.lang = locale.value === 'zh' ? 'zh-CN' : 'en';
});

function initial() {
  const chosen = stored();
  if (chosen in LANGUAGES) return chosen;
  const wanted = (navigator.languages ?? []).map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES);
  return wanted ?? 'en';
}

function stored() {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null; // storage may be forbidden
  }
}

export function choose(language) {
  locale.value = language;
  try {
    localStorage.setItem(CHOSEN, language);
  } catch {
    // then the choice holds for this visit only
  }
}

/** Adds a feature's texts: { en: {…}, zh: {…} }. Adding them again changes nothing. */
export function addMessages(messages) {
  for (const language of Object.keys(LANGUAGES)) mergeLocaleMessage(language, messages[language]);
}
