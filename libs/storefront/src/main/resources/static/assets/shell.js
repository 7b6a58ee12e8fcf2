// The frame of every page: header, demo strip, footer.

import { h, nextTick, ref, watch } from 'vue';
import { RouterLink, RouterView, useRoute } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { LANGUAGES, choose } from './i18n/i18n.js';
import { useServerNow } from './clock.js';
import { session, logOut } from './account/session.js';
import { lookNowAndThen, unseen } from './account/unseen.js';
import { DemoStrip } from './account/demo-strip.js';
import { leftOut } from './parts.js';
import { alert } from './ui.js';

export const Shell = {
  props: { pages: { type: Array, required: true } },
  setup(props) {
    const { t, locale } = useI18n();
    const route = useRoute();
    const main = ref(null);
    const problem = ref(null); // of logging out

    // After a change of account nothing of the previous account may stay visible.
    const ownerOf = (at) => (at.meta.role ? session.value?.userId : '');

    async function leave() {
      problem.value = null;
      await logOut().catch((failure) => (problem.value = failure));
    }

    // Moves the focus into the new page, which helps screen readers and keyboards.
    watch(
      () => route.path,
      async (to, from) => {
        const before = document.activeElement;
        const wasHere = from && before?.closest('main, header');
        await nextTick();
        // The focus was on a link that has gone. A page that has set the focus itself knows better.
        if (wasHere && [before, document.body].includes(document.activeElement)) main.value?.focus({ preventScroll: true });
      },
    );

    watch([() => route.matched, session], () => route.matched.length > 0 && lookNowAndThen(route.path), { immediate: true });

    return () => [
      h('a', { class: 'skip', href: '#main' }, t('nav.skip')),
      h('header', { class: 'top' }, h('div', { class: 'bar' }, [brand(), navigation(props.pages, t), languages(t, locale.value), account(t, route, leave)])),
      h(DemoStrip),
      leftOut.length > 0 && h('aside', { class: 'demo', 'aria-label': t('small.label') }, h('p', t('small.note', { parts: listed(leftOut.map((part) => t(`small.${part}`)), locale.value) }))),
      h('main', { id: 'main', ref: main, tabindex: -1 }, [alert(problem.value), h(RouterView, { key: `${route.path} ${ownerOf(route)}` })]),
      h(Footer),
    ];
  },
};

const listed = (words, language) => new Intl.ListFormat(language).format(words);

function brand() {
  return h(RouterLink, { class: 'brand', to: '/' }, () => [
    h('svg', { viewBox: '0 0 24 24', width: 22, height: 22, 'aria-hidden': 'true' }, h('path', { d: 'M13 2 4 14h6l-1 8 9-12h-6z' })),
    h('span', ['flash-sale', h('span', { lang: 'zh', class: 'seal' }, '秒杀')]),
  ]);
}

const mayUse = (page) => !page.role || (session.value && (page.role === 'SHOPPER' || page.role === session.value.role));

// The links that only some visitors have come last, so that no other link moves under the pointer once the session is known.
function navigation(pages, t) {
  const links = pages.filter((page) => page.nav && mayUse(page)).sort((a, b) => Boolean(a.role) - Boolean(b.role));
  return h('nav', { class: 'links', 'aria-label': t('nav.label') }, links.map((page) =>
    page.href ? h('a', { href: page.href }, t(page.nav)) : h(RouterLink, { to: page.path }, () => t(page.nav)),
  ));
}

function languages(t, present) {
  return h('div', { class: 'languages', role: 'group', 'aria-label': t('nav.language') }, Object.entries(LANGUAGES).map(([code, name]) =>
    h('button', { type: 'button', lang: code, 'aria-pressed': String(present === code), onClick: () => choose(code) }, name),
  ));
}

function account(t, route, leave) {
  if (!session.value) {
    const then = route.path === '/login' || route.path === '/sign-up' ? route.query.then : route.fullPath;
    return h('div', { class: 'account' }, h(RouterLink, { class: 'button small', to: { path: '/login', query: { then } } }, () => t('nav.logIn')));
  }
  return h('div', { class: 'account' }, [
    inbox(t),
    h(RouterLink, { class: 'who', to: '/account', title: t('nav.signedInAs', { name: session.value.username }) }, () => session.value?.username),
    h('button', { type: 'button', class: 'button small', onClick: leave }, t('nav.logOut')),
  ]);
}

function inbox(t) {
  const n = unseen.value > 99 ? '99+' : unseen.value;
  return h(RouterLink, { class: 'inbox', to: '/messages', 'aria-label': n ? t('nav.newMessages', { n }) : t('nav.messages') }, () => [
    h('svg', { viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': 'true' }, h('path', { d: 'M3 6h18v12H3zl9 7 9-7' })),
    n !== 0 && h('span', { class: 'digits' }, n),
  ]);
}

const Footer = {
  setup() {
    const { t } = useI18n();
    const now = useServerNow();
    return () =>
      h('footer', { class: 'bottom' }, [
        h('p', t('footer.about')),
        h('p', [t('footer.clock'), ' ', h('span', { class: 'digits' }, new Date(now()).toLocaleTimeString('en-GB'))]),
      ]);
  },
};
