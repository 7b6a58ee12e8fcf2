// The shop's currency, and the locale that its operator prefers, a form of one of our languages.

export const { currency, locale } = JSON.parse(document.querySelector('meta[name=format]').content);

/** 'en' or 'zh'. */
export const language = locale.slice(0, 2);

/** How money and times look in each language. */
export const LOCALES = { en: 'en-GB', zh: 'zh-CN', [language]: locale };
