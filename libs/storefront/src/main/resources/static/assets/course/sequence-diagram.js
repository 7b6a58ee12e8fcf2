// Draws the chapters' Mermaid diagrams, as far as they use Mermaid: participants, messages, answers, notes, and what goes on at the same time.

import { h, useId } from 'vue';
import { useI18n } from 'vue-i18n';

const ROW = 34;
const HEAD = 34;
const PADDING = 12;
const MIN_GAP = 96;

const MESSAGE = /^(\w+)(-?)->>(\w+): (.+)$/;
const NOTE = /^Note over (\w+)(?:,(\w+))?: (.+)$/;
const BLOCK = /^(par|and|end)(?: (.+))?$/;
const WHOLE_BLOCKS = /^(par (and )*end )*$/; // one after the other, none inside another

/** { participants, steps }, or null if there is anything else in it. */
export function parsed(source) {
  const [kind, ...lines] = source.split('\n').map((line) => line.trim()).filter(Boolean);
  if (kind !== 'sequenceDiagram') return null;
  const participants = lines.filter((line) => line.startsWith('participant ')).map((line) => line.slice('participant '.length));
  const steps = lines.slice(participants.length).map((line) => step(line, participants));
  const drawable = steps.every(Boolean) && WHOLE_BLOCKS.test(steps.map(({ block }) => (block ? `${block} ` : '')).join(''));
  return drawable ? { participants, steps } : null;
}

function step(line, participants) {
  const at = (name) => participants.indexOf(name);
  const message = MESSAGE.exec(line);
  if (message) return { from: at(message[1]), to: at(message[3]), answer: message[2] === '-', text: message[4] };
  const note = NOTE.exec(line);
  if (note) return { note: true, from: at(note[1]), to: at(note[2] ?? note[1]), text: note[3] };
  const block = BLOCK.exec(line);
  if (block) return { block: block[1], text: block[2] ?? '' };
  return null;
}

/** The approximate width of a text at 13 pixels. */
export const widthOf = (text) => [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 13 : 6.9), 0);

export const SequenceDiagram = {
  props: { diagram: { type: Object, required: true } },
  setup(props) {
    const { t } = useI18n();
    const id = useId();
    return () => {
      const { participants, steps } = props.diagram;
      const { columns, width } = layout(participants, steps);
      const height = HEAD + (steps.length + .5) * ROW;
      return h('div', { class: 'scroll sequence', tabindex: 0, role: 'region', 'aria-label': t('course.diagram') },
        h('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': inWords(props.diagram, t) }, [
          h('defs', h('marker', { id, viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: 'auto' }, h('path', { d: 'M0 0 8 4 0 8z' }))),
          participants.map((name, at) => [
            h('line', { class: 'life', x1: columns[at], x2: columns[at], y1: HEAD - 6, y2: height }),
            h('text', { class: 'participant', x: columns[at], y: 20, 'text-anchor': 'middle' }, name),
          ]),
          blocksOf(steps).map(({ from, to, also }) => [
            h('rect', { class: 'block', x: 4, y: HEAD + from * ROW, width: width - 8, height: (to - from + .5) * ROW, rx: 6 }),
            also.map((row) => h('line', { class: 'block', x1: 4, x2: width - 4, y1: HEAD + row * ROW, y2: HEAD + row * ROW })),
          ]),
          steps.map((one, row) => drawn(one, columns, HEAD + (row + .7) * ROW, `url(#${id})`)),
        ]));
    };
  },
};

/** The rows in which a block of parallel steps begins and ends, and where one of its parts follows another. */
function blocksOf(steps) {
  const blocks = [];
  steps.forEach(({ block }, row) => {
    if (block === 'par') blocks.push({ from: row, also: [] });
    if (block === 'and') blocks.at(-1).also.push(row);
    if (block === 'end') blocks.at(-1).to = row;
  });
  return blocks;
}

function drawn({ block, note, from, to, answer, text }, columns, y, arrow) {
  if (block) return h('text', { class: 'of-block', x: PADDING, y: y - 4 }, [block === 'end' ? '' : `${block} `, text]);
  const middle = (columns[from] + columns[to]) / 2;
  if (note) {
    const half = Math.max(Math.abs(columns[to] - columns[from]) / 2 + 30, widthOf(text) / 2 + 8);
    return [
      h('rect', { class: 'note', x: middle - half, y: y - 16, width: 2 * half, height: 24, rx: 6 }),
      h('text', { class: 'on-note', x: middle, y, 'text-anchor': 'middle' }, text),
    ];
  }
  return [
    h('text', { x: middle, y: y - 5, 'text-anchor': 'middle' }, text),
    h('line', { class: ['message', { answer }], x1: columns[from], x2: columns[to], y1: y + 3, y2: y + 3, 'marker-end': arrow }),
  ];
}

/** Sets columns as far apart as the texts between them need. */
function layout(participants, steps) {
  const gaps = participants.map(() => MIN_GAP);
  let before = Math.max(MIN_GAP, widthOf(participants[0])) / 2;
  let after = MIN_GAP / 2;
  for (const { from, to, text, note } of steps.filter(({ block }) => !block)) {
    const [left, right] = [Math.min(from, to), Math.max(from, to)];
    const needed = widthOf(text) + 2 * PADDING;
    for (let gap = left; gap < right; gap++) gaps[gap] = Math.max(gaps[gap], needed / (right - left));
    if (note && left === right) {
      const half = needed / 2;
      if (left > 0) gaps[left - 1] = Math.max(gaps[left - 1], half + 20);
      else before = Math.max(before, half);
      if (left < participants.length - 1) gaps[left] = Math.max(gaps[left], half + 20);
      else after = Math.max(after, half);
    }
  }
  const columns = participants.map((name, at) => before + PADDING + gaps.slice(0, at).reduce((sum, gap) => sum + gap, 0));
  return { columns, width: Math.ceil(columns.at(-1) + after + PADDING) };
}

const inWords = ({ participants, steps }, t) =>
  steps.map(({ block, note, from, to, text }) => {
    if (block) return t(`course.block.${block}`, { text });
    return note ? `${[...new Set([participants[from], participants[to]])].join(', ')}: ${text}.` : `${participants[from]} → ${participants[to]}: ${text}.`;
  }).join(' ');
