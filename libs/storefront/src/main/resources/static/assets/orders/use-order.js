import { onMounted, onUnmounted, ref } from 'vue';
import { get } from '../api.js';
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
  useRefreshing(PAID_MS, async () => {
    if (order.value?.status !== 'PAID') return;
    const { status } = await get(`/api/orders/${orderId}`).catch(() => order.value);
    if (status !== 'PAID') begin();
  });
  return { order, problem };
}
