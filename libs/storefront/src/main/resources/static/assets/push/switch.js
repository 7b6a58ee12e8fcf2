// Turns pushes of messages to this browser on and off.

import { h, onMounted, ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { session } from '../account/session.js';
import { alert } from '../ui.js';
import { isOn, isSupported, shopsKey, turnOff, turnOn } from './push.js';

export const PushSwitch = {
  setup() {
    const { t, locale } = useI18n();
    const state = ref(null); // 'UNSUPPORTED', 'DENIED', 'OFF' or 'ON'; null as long as it is unknown, or if the shop pushes nothing
    const failed = ref(false);
    let key = null;

    async function look() {
      key ??= await shopsKey();
      if (!key || !session.value) return;
      if (!isSupported) state.value = 'UNSUPPORTED';
      else if (Notification.permission === 'denied') state.value = 'DENIED';
      else state.value = (await isOn(session.value.userId, key, locale.value)) ? 'ON' : 'OFF';
    }

    async function attempt(work) {
      failed.value = false;
      try {
        await work();
        await look();
      } catch {
        failed.value = true; // such as: the browser does not reach its push service
      }
    }

    onMounted(() => attempt(look));
    watch(locale, () => attempt(look));

    return () => state.value && h('section', { class: 'card message push' }, [
      h('h2', t('push.title')),
      h('p', { role: 'status' }, t(`push.${state.value}`)),
      alert(failed.value && t('push.failed')),
      ['OFF', 'ON'].includes(state.value) && h('button', {
        type: 'button',
        class: 'button',
        onClick: () => attempt(state.value === 'ON' ? turnOff : () => turnOn(session.value.userId, key, locale.value)),
      }, t(state.value === 'ON' ? 'push.turnOff' : 'push.turnOn')),
    ]);
  },
};
