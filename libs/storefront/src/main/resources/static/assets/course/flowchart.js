// Draws the chapters' Mermaid flow charts, as far as they use Mermaid: boxes, decisions, ends and labelled arrows, from top to bottom.

import { h, useId } from 'vue';
import { useI18n } from 'vue-i18n';
import { widthOf } from './sequence-diagram.js';

const MAX_TEXT = 180;
const LINE = 18;
const PADDING = 12;
const GAP = 28;
const BETWEEN = 56;
const BEND = 30; // the part of BETWEEN in which an arrow turns; a label stands below it
const SWEEPS = 8;

const NODE = String.raw`(\w+)(?:\["?([^"\]]+)"?\]|\(\["?([^"\]]+)"?\]\)|\{"?([^"}]+)"?\})?`;
const STATEMENT = new RegExp(String.raw`^${NODE}(?: (--|-\.-)>(?:\|"?([^"|]+)"?\|)? ${NODE})?$`);

/** { nodes, edges }, or null if there is anything else in it. */
export function parsedFlow(source) {
  const [kind, ...lines] = source.split('\n').map((line) => line.trim()).filter(Boolean);
  const statements = lines.map((line) => STATEMENT.exec(line));
  if (kind !== 'flowchart TD' || !statements.every(Boolean)) return null;
  const nodes = new Map();
  const edges = [];
  const node = (id, box, end, decision) => {
    if (!nodes.has(id) || (box ?? end ?? decision)) nodes.set(id, { id, text: box ?? end ?? decision ?? id, shape: end ? 'end' : decision ? 'decision' : 'box' });
    return id;
  };
  for (const [, id, box, end, decision, line, label, ...to] of statements) {
    const from = node(id, box, end, decision);
    if (line) edges.push({ from, to: node(...to), label, dotted: line === '-.-' });
  }
  return edges.some(({ from, to }) => from === to) ? null : { nodes: [...nodes.values()], edges };
}

export const Flowchart = {
  props: { chart: { type: Object, required: true } },
  setup(props) {
    const { t } = useI18n();
    const id = useId();
    return () => {
      const { boxes, lines, width, height } = layout(props.chart);
      return h('div', { class: 'scroll sequence', tabindex: 0, role: 'region', 'aria-label': t('course.diagram') },
        h('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': inWords(props.chart) }, [
          h('defs', h('marker', { id, viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: 'auto-start-reverse' }, h('path', { d: 'M0 0 8 4 0 8z' }))),
          lines.map(({ d, dotted, up }) => h('path', { class: ['message arrow', { answer: dotted }], d, [up ? 'marker-start' : 'marker-end']: `url(#${id})` })),
          boxes.map(drawn),
          lines.map(({ label, at }) => label && h('text', { x: at.x, y: at.y, 'text-anchor': 'middle' }, label)),
        ]));
    };
  },
};

function drawn({ shape, lines, x, y, width, height }) {
  const [left, right, top, bottom] = [x - width / 2, x + width / 2, y, y + height];
  const edge = PADDING - 2;
  return [
    shape === 'decision'
      ? h('path', { class: 'box decision', d: `M${left} ${y + height / 2} ${left + edge} ${top}H${right - edge}L${right} ${y + height / 2} ${right - edge} ${bottom}H${left + edge}z` })
      : h('rect', { class: 'box', x: left, y: top, width, height, rx: shape === 'end' ? height / 2 : 6 }),
    lines.map((line, at) => h('text', { class: 'in-box', x, y: top + PADDING + (at + .5) * LINE, 'text-anchor': 'middle' }, line)),
  ];
}

/** Breaks a text between words, or between Chinese characters. */
function broken(text) {
  const lines = [''];
  for (const part of text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g)) {
    const line = lines.at(-1);
    const fits = widthOf((line + part).trimEnd()) <= MAX_TEXT || /^[，。；：、？）]/.test(part);
    if (fits) lines[lines.length - 1] += part;
    else lines.push(part);
  }
  return lines.map((line) => line.trim());
}

/**
 * Each node stands below all that lead to it, but for arrows back. An arrow that passes rows has a narrow place in each of
 * them, so that it crosses no box.
 */
function layout({ nodes, edges }) {
  const back = arrowsBack(nodes, edges);
  const places = new Map(nodes.map((node) => [node.id, { ...node, ...sizeOf(node), row: 0, near: [] }]));
  const down = edges.map((edge) => {
    const ends = [places.get(edge.from), places.get(edge.to)];
    return { edge, ends: back.has(edge) ? ends.reverse() : ends };
  });
  // As often as there are nodes, so that the longest way has come to its end.
  nodes.forEach(() => down.forEach(({ ends: [from, to] }) => (to.row = Math.max(to.row, from.row + 1))));
  const all = [...places.values()];
  const paths = down.map(({ edge, ends: [from, to] }) => {
    const path = [from];
    for (let row = from.row + 1; row < to.row; row++) path.push({ row, width: 8, room: 8, near: [] });
    all.push(...path.slice(1));
    path.push(to);
    path[1].room = Math.max(path[1].room, widthOf(edge.label ?? '') + PADDING);
    path.slice(1).forEach((place, at) => {
      place.near.push(path[at]);
      path[at].near.push(place);
    });
    return { edge, path };
  });
  const rows = [];
  for (const place of all) (rows[place.row] ??= []).push(place);
  sortRows(rows);
  spread(rows);
  let bottom = PADDING - BETWEEN;
  for (const row of rows) {
    const y = bottom + BETWEEN;
    const height = Math.max(...row.map((place) => place.height ?? 0));
    for (const place of row) {
      place.y = place.height ? y + (height - place.height) / 2 : y;
      place.height ??= height;
    }
    bottom = y + height;
  }
  const left = Math.min(...all.map(({ x, room }) => x - room / 2)) - PADDING;
  for (const place of all) place.x -= left;
  const width = Math.max(...all.map(({ x, room }) => x + room / 2)) + PADDING;
  return { boxes: [...places.values()], lines: paths.map(({ edge, path }) => lineOf(path, edge, back.has(edge))), width: Math.ceil(width), height: Math.ceil(bottom + PADDING) };
}

/** The arrows that lead back to a node on the way to them. */
function arrowsBack(nodes, edges) {
  const back = new Set();
  const done = new Set();
  const visit = (id, way) => {
    for (const edge of edges.filter(({ from }) => from === id)) {
      if (way.includes(edge.to)) back.add(edge);
      else if (!done.has(edge.to)) visit(edge.to, [...way, edge.to]);
    }
    done.add(id);
  };
  for (const { id } of nodes) if (!done.has(id)) visit(id, [id]);
  return back;
}

function sizeOf({ text }) {
  const lines = broken(text);
  const width = Math.max(...lines.map(widthOf)) + 4 * PADDING;
  return { lines, width, room: width, height: lines.length * LINE + 2 * PADDING };
}

/** Goes down all rows and up again, several times; `visit` gets a row, and the neighbours of a place in the row before. */
function sweep(rows, visit) {
  for (let time = 0; time < SWEEPS; time++) {
    const order = time % 2 === 0 ? rows : [...rows].reverse();
    order.forEach((row, at) => visit(row, (place) => place.near.filter((one) => order[at - 1]?.includes(one))));
  }
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Sorts each row by the middle of its neighbours in the row before, so that few arrows cross. */
function sortRows(rows) {
  const number = (row) => row.forEach((place, at) => (place.at = (at + .5) / row.length));
  rows.forEach(number);
  sweep(rows, (row, before) => {
    const middle = new Map(row.map((place) => [place, mean((before(place).length > 0 ? before(place) : [place]).map(({ at }) => at))]));
    number(row.sort((one, other) => middle.get(one) - middle.get(other)));
  });
}

/** Moves each place to the middle of its neighbours in the row before, as far as those beside it leave room. */
function spread(rows) {
  const apart = (one, other) => (one.room + other.room) / 2 + GAP;
  for (const place of rows.flat()) place.x = 0;
  sweep(rows, (row, before) => {
    const wanted = row.map((place) => mean((before(place).length > 0 ? before(place) : [place]).map(({ x }) => x)));
    const [right, left] = [[...wanted], [...wanted]];
    for (let at = 1; at < row.length; at++) right[at] = Math.max(right[at], right[at - 1] + apart(row[at - 1], row[at]));
    for (let at = row.length - 2; at >= 0; at--) left[at] = Math.min(left[at], left[at + 1] - apart(row[at], row[at + 1]));
    row.forEach((place, at) => (place.x = (right[at] + left[at]) / 2));
  });
}

/** A curve from place to place, upright where it passes a row and where its label stands. */
function lineOf(path, { label, dotted }, up) {
  let d = `M${path[0].x} ${path[0].y}`;
  path.slice(1).forEach((to, at) => {
    const from = path[at];
    const top = from.y + from.height;
    d += `V${top}C${from.x} ${top + BEND} ${to.x} ${top} ${to.x} ${top + BEND}V${to.y}`;
  });
  return { d, dotted, up, label, at: { x: path[1].x, y: path[0].y + path[0].height + BEND + 8 } };
}

const inWords = ({ nodes, edges }) => {
  const text = (id) => nodes.find((node) => node.id === id).text;
  return edges.map(({ from, to, label }) => `${text(from)} → ${label ? `${label} → ` : ''}${text(to)}.`).join(' ');
};
