// Offers the demo's accounts on every page. The gateway names them in the demo profile only.

import { h, ref } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import { useI18n } from 'vue-i18n';
import { alert } from '../ui.js';
import { logIn, session } from './session.js';
import { safeTarget } from './target.js';

const accounts = JSON.parse(document.querySelector('meta[name=demo-accounts]').content || '[]');

export const DemoStrip = {
  setup() {
    const { t } = useI18n();
    const router = useRouter();
    const route = useRoute();
    const problem = ref(null);

    async function become({ username, password }) {
      problem.value = null;
      try {
        await logIn(username, password);
        if (route.path === '/login' || route.path === '/sign-up') router.replace(safeTarget(route.query.then));
      } catch (refusal) {
        problem.value = refusal;
      }
    }

    return () => {
      if (accounts.length === 0) return null;
      const me = session.value?.username;
      return h('aside', { class: 'demo', 'aria-label': t('demo.label') }, [
        h('p', [
          h('span', accounts.some((account) => account.username === me) ? t('demo.now') : t('demo.invitation')),
          ...accounts.map((account) =>
            h('button', { type: 'button', class: 'chip', 'aria-pressed': String(account.username === me), onClick: () => become(account) }, account.username),
          ),
        ]),
        alert(problem.value),
      ]);
    };
  },
};
