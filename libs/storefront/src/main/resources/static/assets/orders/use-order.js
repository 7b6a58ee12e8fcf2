import { onMounted, onUnmounted, ref, watch } from 'vue';
import { get } from '../api.js';
import { i18n } from '../i18n/i18n.js';
import { useRefreshing } from '../refreshing.js';
import { follow } from './follow.js';

const PAID_MS = 15_000; // how often to look whether the shop has taken a paid order back

/** Follows an order while the component is mounted. */
export function useOrder(orderId) {
  const order = ref(null);
  const problem = ref(null);
  let unfollow = () => {};
  const begin = () => {
    unfollow();
    unfollow = follow(orderId, (latest) => (order.value = latest), (fault) => (problem.value = fault));
  };
  onMounted(begin);
  onUnmounted(() => unfollow());
  watch(i18n.global.locale, begin); // the title comes in the language of the page
  useRefreshing(PAID_MS, async () => {
    if (order.value?.status !== 'PAID') return;
    const { status } = await get(`/api/orders/${orderId}`).catch(() => order.value);
    if (status !== 'PAID') begin();
  });
  return { order, problem };
}
