// A glossary term, with an explanation for mouse, keyboard, touch and screen readers.

import { h, nextTick, ref, useId } from 'vue';

const MARGIN = 12; // pixels to the edge of the window

export const Term = {
  props: { explanation: { type: String, required: true } },
  setup(props, { slots }) {
    const id = useId();
    const shown = ref(false);
    const tip = ref(null);

    async function show() {
      shown.value = true;
      await nextTick();
      const box = tip.value;
      if (!box) return;
      box.style.translate = '0';
      const beyond = box.getBoundingClientRect().right + MARGIN - document.documentElement.clientWidth;
      box.style.translate = `${-Math.max(0, beyond)}px`;
    }
    const hide = () => (shown.value = false);

    return () =>
      h('span', { class: 'term', onMouseenter: show, onMouseleave: hide, onKeydown: (event) => event.key === 'Escape' && hide() }, [
        h('button', { type: 'button', 'aria-describedby': id, onFocus: show, onBlur: hide, onClick: show }, slots.default()),
        h('span', { id, ref: tip, role: 'tooltip', class: { shown: shown.value } }, props.explanation),
      ]);
  },
};
