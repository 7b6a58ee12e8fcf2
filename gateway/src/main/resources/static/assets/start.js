// Lists the sales and counts down by the server's clock. No library, no state but the last answer.

const REFRESH_MS = 5000;
const STATES = { UPCOMING: 'Opens soon', OPEN: 'Open now', SOLD_OUT: 'Sold out', ENDED: 'Ended' };

const list = document.getElementById('sales');
const message = document.getElementById('message');
const clock = document.getElementById('clock');
const template = document.getElementById('sale');
const cards = new Map(); // sale id → its list item; kept over refreshes, so that nothing flickers
let sales = [];
let ahead = 0; // how many milliseconds the server's clock is ahead of ours

const now = () => Date.now() + ahead;
const price = (cents) => `¥${(cents / 100).toFixed(2)}`;

async function refresh() {
  try {
    const sent = Date.now();
    const response = await fetch('/api/sales', { headers: { Accept: 'application/json' } });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    sales = await response.json();
    if (sales.length > 0) ahead = Date.parse(sales[0].serverTime) - (sent + Date.now()) / 2;
    message.textContent = sales.length > 0 ? '' : 'There are no sales at the moment.';
    show();
  } catch (failure) {
    message.textContent = `The list cannot be loaded (${failure.message}); trying again.`;
  }
}

function show() {
  for (const [id, card] of cards) {
    if (!sales.some((sale) => sale.id === id)) {
      card.remove();
      cards.delete(id);
    }
  }
  for (const sale of sales) {
    if (!cards.has(sale.id)) cards.set(sale.id, template.content.firstElementChild.cloneNode(true));
    const card = cards.get(sale.id);
    fill(card, sale);
    list.append(card);
  }
  tick();
}

function fill(card, sale) {
  card.className = `sale ${sale.state}`;
  const picture = card.querySelector('img');
  if (picture.getAttribute('src') !== sale.product.imageUrl) picture.src = sale.product.imageUrl;
  picture.alt = sale.product.name;
  card.querySelector('.state').textContent = STATES[sale.state] ?? sale.state;
  card.querySelector('h2').textContent = sale.title;
  card.querySelector('.price strong').textContent = price(sale.priceCents);
  card.querySelector('.price s').textContent = sale.listPriceCents > sale.priceCents ? price(sale.listPriceCents) : '';
  const stock = card.querySelector('progress');
  stock.max = Math.max(1, sale.totalStock);
  stock.value = sale.remaining;
  card.querySelector('.stock span').textContent = `${sale.remaining} of ${sale.totalStock} left`;
}

function tick() {
  clock.textContent = new Date(now()).toLocaleTimeString();
  for (const sale of sales) {
    cards.get(sale.id).querySelector('.countdown').textContent = countdown(sale);
  }
}

function countdown(sale) {
  const untilOpen = Date.parse(sale.opensAt) - now();
  const untilClose = Date.parse(sale.closesAt) - now();
  if (untilOpen > 0) return `Opens in ${duration(untilOpen)}`;
  if (untilClose > 0) return `Closes in ${duration(untilClose)}`;
  return `Closed ${new Date(sale.closesAt).toLocaleString()}`;
}

function duration(ms) {
  const seconds = Math.ceil(ms / 1000);
  const days = Math.floor(seconds / 86400);
  const rest = [Math.floor((seconds % 86400) / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return days > 0 ? `${days} d ${rest}` : rest;
}

await refresh();
setInterval(refresh, REFRESH_MS);
setInterval(tick, 1000);
