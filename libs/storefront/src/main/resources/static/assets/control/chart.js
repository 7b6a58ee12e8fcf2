// A moving chart of the last two minutes of some series, drawn by Chart.js. It has a text legend, and a table for those
// who cannot see it. Colours come from control.css, so that they follow the theme.

import { h, onMounted, onUnmounted, ref, watch } from 'vue';
import { useI18n } from 'vue-i18n';
import { Chart, Filler, LinearScale, LineController, LineElement, PointElement, Tooltip } from 'chart.js';

Chart.register(Filler, LinearScale, LineController, LineElement, PointElement, Tooltip);

const TEXTS = { rates: 'answer', clicks: 'clicks', levels: 'live' };
const WINDOW_S = 120;
const FIRST_WINDOW_S = 20; // the initial range, so that little data is not squeezed into a corner
const ROWS = 12;
const EVERY = 10; // snapshots between two rows of the table: five seconds

export const LiveChart = {
  props: {
    kind: { type: String, required: true }, // 'rates' and 'clicks' (stacked), or 'levels'
    history: { type: Array, required: true },
    series: { type: Array, required: true },
    value: { type: Function, required: true },
    now: { type: Number, default: 0 }, // in seconds: the least end of the time axis
    marks: { type: Array, default: () => [] }, // [{ from, to, text }] in seconds; without `to` it is not over
  },
  setup(props) {
    const { t, n } = useI18n();
    const canvas = ref(null);
    const legend = ref(null);
    const asTable = ref(false);
    const still = matchMedia('(prefers-color-scheme: dark)');
    const broken = { marks: [], colour: '' };
    let chart = null;

    const label = (name) => t(`control.${TEXTS[props.kind]}.${name}`);
    const shown = (value) => (value === null || value === undefined ? '–' : n(value, { maximumFractionDigits: 0 }));

    function draw() {
      if (!chart) return;
      const last = Math.max(seconds(props.history.at(-1)), props.now);
      chart.data.datasets.forEach((dataset, index) => {
        dataset.label = label(props.series[index]);
        dataset.data = props.history.map((one) => ({ x: seconds(one), y: props.value(one, props.series[index]) }));
      });
      broken.marks = props.marks;
      chart.options.scales.x.max = last;
      chart.options.scales.x.min = Math.max(last - WINDOW_S, Math.min(seconds(props.history[0]), last - FIRST_WINDOW_S));
      chart.update('none');
    }

    function paint() {
      if (!chart) return;
      const ink = getComputedStyle(canvas.value).color;
      const line = getComputedStyle(legend.value).borderTopColor;
      const swatches = legend.value.querySelectorAll('.swatch');
      chart.data.datasets.forEach((dataset, index) => {
        const colour = getComputedStyle(swatches[index]).backgroundColor;
        dataset.borderColor = colour;
        dataset.backgroundColor = colour;
      });
      const mark = legend.value.querySelector('.mark .swatch');
      if (mark) broken.colour = getComputedStyle(mark).backgroundColor;
      for (const axis of Object.values(chart.options.scales)) {
        axis.ticks.color = ink;
        axis.grid.color = line;
      }
      draw();
    }

    onMounted(() => {
      chart = new Chart(canvas.value, configuration(props, broken));
      paint();
      still.addEventListener('change', paint);
    });
    onUnmounted(() => {
      still.removeEventListener('change', paint);
      chart?.destroy();
      chart = null;
    });
    watch(() => [props.history, props.now], draw);
    watch(() => props.marks, paint, { flush: 'post' });

    return () => {
      const latest = props.history.at(-1);
      return h('figure', { class: ['card chart', props.kind] }, [
        h('figcaption', h('h2', t(`control.chart.${props.kind}`))),
        h('div', { class: 'canvas' }, h('canvas', { ref: canvas, role: 'img', 'aria-label': t(`control.chart.${props.kind}Label`) })),
        h('ul', { class: 'legend', ref: legend }, props.series.map((name) =>
          h('li', { key: name }, [
            h('span', { class: ['swatch', name], 'aria-hidden': 'true' }),
            label(name),
            ' ',
            h('strong', { class: 'digits' }, latest ? shown(props.value(latest, name)) : '–'),
          ])).concat(props.marks.length > 0 ? [h('li', { key: 'marks', class: 'mark' }, [h('span', { class: 'swatch', 'aria-hidden': 'true' }), props.marks[0].text])] : [])),
        h('details', { onToggle: (event) => (asTable.value = event.target.open) }, [
          h('summary', t('control.chart.asTable')),
          asTable.value && table(props, label, shown, t),
        ]),
      ]);
    };
  },
};

function table(props, label, shown, t) {
  const newestFirst = [...props.history].reverse().filter((_, index) => index % EVERY === 0).slice(0, ROWS);
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t(`control.chart.${props.kind}`) },
    h('table', [
      h('thead', h('tr', [h('th', { scope: 'col' }, t('control.chart.time')), props.series.map((name) => h('th', { key: name, scope: 'col' }, label(name)))])),
      h('tbody', newestFirst.map((one) =>
        h('tr', { key: one.at }, [
          h('th', { scope: 'row', class: 'digits' }, new Date(one.at).toLocaleTimeString()),
          props.series.map((name) => h('td', { key: name, class: 'digits' }, shown(props.value(one, name)))),
        ]))),
    ]));
}

/** Faults during the chart: a band for a period, a stroke for a moment. */
const marksOver = (broken) => ({
  id: 'marks',
  afterDatasetsDraw({ ctx, chartArea, scales }) {
    ctx.save();
    for (const { from, to } of broken.marks) {
      const left = Math.max(scales.x.getPixelForValue(from), chartArea.left);
      const right = Math.min(to ? scales.x.getPixelForValue(to) : chartArea.right, chartArea.right);
      if (right < chartArea.left || left > chartArea.right) continue;
      ctx.fillStyle = broken.colour;
      ctx.globalAlpha = 0.18;
      ctx.fillRect(left, chartArea.top, right - left, chartArea.height);
      ctx.globalAlpha = 1;
      if (scales.x.getPixelForValue(from) >= chartArea.left) ctx.fillRect(left - 1, chartArea.top, 2, chartArea.height);
    }
    ctx.restore();
  },
});

const seconds = (snapshot) => (snapshot ? Date.parse(snapshot.at) / 1000 : 0);

function configuration({ kind, series }, broken) {
  const stacked = kind !== 'levels';
  return {
    type: 'line',
    plugins: [marksOver(broken)],
    data: {
      datasets: series.map((name) => ({
        label: name,
        data: [],
        fill: stacked ? 'stack' : false,
        borderWidth: stacked ? 0 : 2,
        borderDash: name === 'available' ? [6, 3] : undefined,
        pointRadius: 0,
        pointHitRadius: 8,
        stepped: !stacked,
      })),
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      parsing: false,
      normalized: true,
      interaction: { mode: 'index', intersect: false },
      plugins: {
        legend: { display: false },
        tooltip: { callbacks: { title: (items) => (items[0] ? new Date(items[0].parsed.x * 1000).toLocaleTimeString() : '') } },
      },
      scales: {
        x: {
          type: 'linear',
          grid: { display: false },
          ticks: { maxTicksLimit: 7, maxRotation: 0, callback: clockTime },
          border: { display: false },
        },
        y: { type: 'linear', stacked, beginAtZero: true, suggestedMax: 10, grid: {}, ticks: { maxTicksLimit: 6, precision: 0 }, border: { display: false } },
      },
    },
  };
}

function clockTime(at) {
  return new Date(at * 1000).toLocaleTimeString([], { minute: '2-digit', second: '2-digit' });
}
