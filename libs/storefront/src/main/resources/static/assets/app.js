// The shell: language, session, and the pages.
//
// HOW TO ADD A PAGE. Put its files into a folder of its own, for instance assets/control/, and add one line to ALL:
//
//   { path: '/control', load: () => import('./control/control.js'), nav: 'control.nav', role: 'ADMIN' }
//
//   path   in vue-router's notation. List it in StorefrontPages.java too, so that the gateway serves index.html there.
//          A parameter has a pattern that no slash, dot segment or question mark matches: pages put parameters into
//          the addresses of their calls.
//   load   imports the module when the page is first opened. Its default export is a Vue component with a render
//          function (h() from 'vue': there is no template compiler, and the Content-Security-Policy forbids eval). Two
//          more exports are optional, and either may be a list. `messages`, the URL of the page's texts without language
//          and ending (new URL('./messages', import.meta.url)), and `styles`, the URL of a style sheet
//          (new URL('./control.css', import.meta.url)), are loaded before the page is shown.
//   nav    the text of the link in the header; it is needed at once and so belongs into i18n/texts.en.js and i18n/texts.zh.js.
//   role   'SHOPPER' (anybody who is logged in) or 'ADMIN'. Others do not see the link. A visitor who is not logged in
//          is sent to log in and back.
//   part   the optional part that the page belongs to, see parts.js. Where the part is absent, so is the page.
//   href   instead of load: a link to something outside these pages, such as '/api-docs'.
//
// Of use to all pages: api.js (calls, problems), clock.js (the server's time), ui.js, i18n/format.js (money, times),
// account/session.js (who is logged in), base.css (colours and controls, light and dark).

import { createApp, h } from 'vue';
import { createRouter, createWebHistory } from 'vue-router';
import { i18n, addMessages } from './i18n/i18n.js';
import { onSessionEnded } from './api.js';
import { session, sessionKnown, forgetSession, onChangedElsewhere } from './account/session.js';
import { safeTarget } from './account/target.js';
import { isPresent } from './parts.js';
import { Shell } from './shell.js';
import * as shop from './shop/shop.js';

const ALL = [
  { path: '/', load: async () => shop, nav: 'nav.shop' },
  { path: '/sales/:id(\\d+)', load: () => import('./shop/sale.js') },
  { path: '/sales/:id(\\d+)/lottery', load: () => import('./entry/check.js') },
  { path: '/orders', load: () => import('./orders/orders.js'), nav: 'nav.orders', role: 'SHOPPER' },
  { path: '/orders/:id(\\d+)', load: () => import('./orders/order.js'), role: 'SHOPPER' },
  { path: '/orders/:id(\\d+)/payment', load: () => import('./orders/payment.js'), role: 'SHOPPER' },
  { path: '/mock-provider/:step(\\w+)', load: () => import('./orders/mock-provider.js') },
  { path: '/orders/:id(\\d+)/journey', load: () => import('./orders/journey.js'), role: 'SHOPPER' },
  { path: '/clicks/:traceId(\\w+)/journey', load: () => import('./orders/journey.js'), role: 'SHOPPER' },
  { path: '/coupons', load: () => import('./coupons/centre.js'), nav: 'nav.coupons', part: 'COUPONS' },
  { path: '/coupons/mine', load: () => import('./coupons/mine.js'), role: 'SHOPPER', part: 'COUPONS' },
  { path: '/course', load: () => import('./course/contents.js'), nav: 'nav.course', part: 'LOCK_LAB' },
  { path: '/course/:chapter([\\w-]+)', load: () => import('./course/chapter.js'), part: 'LOCK_LAB' },
  { path: '/course/files/:path(\\w[\\w.-]*)+', load: () => import('./course/file.js'), part: 'LOCK_LAB' },
  { path: '/lab', load: () => import('./lab/lab.js'), nav: 'nav.lab', part: 'LOCK_LAB' },
  { path: '/lab/compare', load: () => import('./lab/compare.js'), part: 'LOCK_LAB' },
  { path: '/lab/matrix', load: () => import('./lab/matrix.js'), part: 'LOCK_LAB' },
  { path: '/lab/poster', load: () => import('./lab/poster.js'), part: 'LOCK_LAB' },
  { path: '/lab/runs', load: () => import('./lab/runs.js'), part: 'LOCK_LAB' },
  { path: '/lab/runs/:id(\\d+)', load: () => import('./lab/run.js'), part: 'LOCK_LAB' },
  { path: '/lab/:id(\\w+)/play', load: () => import('./lab/play.js'), part: 'LOCK_LAB' },
  { path: '/lab/:id(\\w+)', load: () => import('./lab/scheme.js'), part: 'LOCK_LAB' },
  { path: '/control', load: () => import('./control/control.js'), nav: 'nav.control', role: 'ADMIN' },
  { path: '/control/products', load: () => import('./control/products.js'), role: 'ADMIN' },
  { path: '/control/coupons', load: () => import('./control/coupons.js'), role: 'ADMIN', part: 'COUPONS' },
  { path: '/control/sales/:id(\\d+)', load: () => import('./control/live.js'), role: 'ADMIN', part: 'CONTROL_ROOM' },
  { path: '/api-docs', href: '/api-docs', nav: 'nav.api', role: 'ADMIN' },
  { path: '/messages', load: () => import('./messages/inbox.js'), role: 'SHOPPER' },
  { path: '/account', load: () => import('./account/account.js'), role: 'SHOPPER' },
  { path: '/login', load: () => import('./account/log-in.js') },
  { path: '/sign-up', load: () => import('./account/sign-up.js') },
];

const PAGES = ALL.filter((page) => isPresent(page.part));

const router = createRouter({
  history: createWebHistory(),
  routes: [
    ...PAGES.filter((page) => page.load).map((page) => ({
      path: page.path,
      component: () => open(page),
      meta: { role: page.role },
    })),
    { path: '/:rest(.*)*', component: () => import('./not-found.js') },
  ],
  scrollBehavior: (to, from, saved) => saved ?? (to.path === from.path && to.query.variant ? false : to.hash && to.path === from.path ? { el: to.hash } : { top: 0 }),
});

async function open(page) {
  const module = await page.load();
  await Promise.all([...[module.messages ?? []].flat().map(addMessages), ...[module.styles ?? []].flat().map(stylesheet)]);
  return module.default;
}

function stylesheet(url) {
  const href = String(url);
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return null;
  return new Promise((done) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: done, onerror: done });
    document.head.append(link);
  });
}

router.beforeEach(async (to) => {
  if (!to.meta.role) return true;
  await sessionKnown();
  return session.value ? true : logIn(to.fullPath);
});

/** The log-in page, with the way back afterwards. */
const logIn = (then, why) => ({ path: '/login', query: { then, ...(why && { why }) } });

// If a session ends while a page is open, the visitor logs in and comes back.
onSessionEnded(() => {
  const here = router.currentRoute.value;
  if (here.path === '/login') forgetSession();
  else router.push(logIn(here.fullPath, session.value ? 'ended' : undefined)).finally(forgetSession);
});

// Another tab logged out, so nothing of that shopper may stay on this screen. Or it logged in, also for this tab.
onChangedElsewhere(() => {
  const here = router.currentRoute.value;
  if (!session.value && here.meta.role) router.push(logIn(here.fullPath));
  if (session.value && here.path === '/login' && here.query.then) router.replace(safeTarget(here.query.then));
});

createApp({ render: () => h(Shell, { pages: PAGES }) })
  .use(router)
  .use(i18n)
  .mount('#app');
