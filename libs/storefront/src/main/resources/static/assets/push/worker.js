// The service worker: shows messages that the shop pushes, also while no page of the shop is open. It serves no requests.
// The page names the reader's language in the address of this script. Browsers keep the address, so it has no version.

const SUBJECTS = {
  en: { REFUNDED: 'Money back', CALLED_OFF: 'Sale called off', REMINDER: 'A sale opens', OFFER: 'A piece for you', OFFER_LAPSED: 'Your time to buy is over', LIST_ENDED: 'A waiting list has ended' },
  zh: { REFUNDED: '已退款', CALLED_OFF: '秒杀已取消', REMINDER: '秒杀即将开始', OFFER: '候补成功', OFFER_LAPSED: '候补机会已过期', LIST_ENDED: '候补名单已结束' },
};

const language = new URL(self.location.href).searchParams.get('language') === 'zh' ? 'zh' : 'en';

/** The part of a shop's text in the reader's language, as in i18n.js. */
function inLanguage(text) {
  const parts = text.split(' || ');
  return parts[Object.keys(SUBJECTS).indexOf(language)] ?? parts[0];
}

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const { id, kind, title, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(SUBJECTS[language][kind] ?? 'flash-sale', {
    body: inLanguage(title),
    lang: language,
    tag: id, // a repeated push replaces the notification
    data: { path },
  }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  event.waitUntil(self.clients.openWindow(/^\/(orders|sales)\/\d+$/.test(path) ? path : '/messages'));
});
