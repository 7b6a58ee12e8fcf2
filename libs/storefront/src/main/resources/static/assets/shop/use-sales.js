// The list of sales, page by page, as the shop and the control room show it. Search and filter stand in the address.

import { ref, watch } from 'vue';
import { useRoute } from 'vue-router';
import { readPages } from '../api.js';
import { useRefreshing } from '../refreshing.js';

const PAGE = 100;

/** The states by the clock that one may filter by. A sale that is sold out counts as open. */
export const STATES = ['OPEN', 'UPCOMING', 'ENDED'];

/**
 * Reads the shown pages again and again. `sales` is null until the first answer; `next` is null if all are shown.
 */
export function useSales(everyMs) {
  const route = useRoute();
  const here = route.path;
  const sales = ref(null);
  const next = ref(null);
  const problem = ref(null);
  let pages = 1;
  let asked = 0;

  /** The part of a call's address that says what is chosen. */
  function chosen() {
    const { q, state } = route.query;
    return String(new URLSearchParams({ ...(q && { q }), ...(STATES.includes(state) && { state }) }));
  }

  const refresh = useRefreshing(everyMs, async () => {
    const mine = ++asked;
    try {
      const read = await readPages(`/api/sales?${new URLSearchParams(`size=${PAGE}&${chosen()}`)}`, pages);
      if (mine !== asked) return; // something else was chosen meanwhile
      sales.value = read.items;
      next.value = read.next;
      problem.value = read.problem;
    } catch (failure) {
      if (mine === asked) problem.value = failure;
    }
  });

  function more() {
    pages++;
    return refresh();
  }

  watch(() => (route.path === here ? chosen() : null), (now) => {
    if (now === null) return; // the visitor leaves
    pages = 1;
    refresh();
  });

  return { sales, next, problem, refresh, more, isFiltered: () => chosen() !== '' };
}
