import { onMounted, onUnmounted, ref } from 'vue';
import { follow } from './follow.js';

/** Follows an order while the component is mounted. */
export function useOrder(orderId) {
  const order = ref(null);
  const problem = ref(null);
  let unfollow = () => {};
  onMounted(() => {
    unfollow = follow(orderId, (latest) => (order.value = latest), (fault) => (problem.value = fault));
  });
  onUnmounted(() => unfollow());
  return { order, problem };
}
