// Bars side by side, one for each scheme, drawn by Chart.js. A table below has the same numbers. Colours come from
// lab.css.

import { h, onMounted, onUnmounted, ref, watch } from 'vue';
import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

const BAR_REM = 2.6;
const AXIS_REM = 2.2;

export const Bars = {
  props: {
    title: { type: String, required: true },
    hint: { type: String, required: true },
    labels: { type: Array, required: true },
    values: { type: Array, required: true }, // null for an unknown value
    look: { type: String, required: true },
  },
  setup(props) {
    const canvas = ref(null);
    const swatch = ref(null);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    let chart = null;

    function draw() {
      if (!chart) return;
      const style = getComputedStyle(swatch.value);
      chart.data.labels = props.labels;
      Object.assign(chart.data.datasets[0], { data: props.values, backgroundColor: style.backgroundColor });
      const { x, y } = chart.options.scales;
      x.ticks.color = style.color;
      y.ticks.color = style.color;
      x.grid.color = style.borderTopColor;
      chart.update();
    }

    onMounted(() => {
      chart = new Chart(canvas.value, configuration());
      draw();
      dark.addEventListener('change', draw);
    });
    onUnmounted(() => {
      dark.removeEventListener('change', draw);
      chart?.destroy();
      chart = null;
    });
    watch(() => [props.labels, props.values], draw, { flush: 'post' });

    return () =>
      h('figure', { class: 'card bars' }, [
        h('figcaption', [h('h2', props.title), h('p', { class: 'quiet' }, props.hint)]),
        h('span', { class: ['swatch', props.look], ref: swatch, 'aria-hidden': 'true' }),
        h('div', { class: 'canvas', style: { height: `${props.labels.length * BAR_REM + AXIS_REM}rem` } },
          h('canvas', { ref: canvas, role: 'img', 'aria-label': `${props.title}: ${props.labels.map((label, at) => `${label} ${props.values[at] ?? '–'}`).join(', ')}` })),
      ]);
  },
};

function configuration() {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    type: 'bar',
    data: { labels: [], datasets: [{ data: [], borderRadius: 5, maxBarThickness: 30 }] },
    options: {
      indexAxis: 'y',
      responsive: true,
      maintainAspectRatio: false,
      animation: still ? false : { duration: 600 },
      plugins: { legend: { display: false } },
      scales: {
        x: { type: 'linear', beginAtZero: true, ticks: { maxTicksLimit: 5 }, border: { display: false }, grid: {} },
        y: { type: 'category', grid: { display: false }, border: { display: false }, ticks: {} },
      },
    },
  };
}
