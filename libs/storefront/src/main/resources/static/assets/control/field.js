// What the forms of sales and products have in common.

import { h } from 'vue';

/**
 * A text field with its label and its rule, which is marked if the server has refused the field.
 *
 * @param typed where the value is, by the name of the field
 */
export function textField({ id, name, typed, label, rule, wrong, attributes }) {
  return h('div', { class: ['field', wrong && 'wrong'] }, [
    h('label', { for: `${id}-${name}` }, label),
    h('input', {
      id: `${id}-${name}`,
      name,
      value: typed[name],
      'aria-invalid': wrong ? 'true' : undefined,
      'aria-describedby': `${id}-${name}-rule`,
      onInput: (event) => (typed[name] = event.target.value),
      ...attributes,
    }),
    h('p', { id: `${id}-${name}-rule`, class: wrong ? 'fault' : 'quiet', role: wrong ? 'alert' : undefined }, rule),
  ]);
}

export const productSearch = (searched, onInput, t) =>
  h('input', { type: 'search', maxlength: 100, autocomplete: 'off', value: searched, placeholder: t('control.searchProducts'), 'aria-label': t('control.searchProducts'), onInput });
