// Starts Swagger UI with the documents of the running services. It is a separate file because the page forbids inline
// scripts.
const DOCUMENTS = [
  { name: 'Stock: sales and reservations', url: '/api-docs/stock' },
  { name: 'Orders: accounts, orders, payment', url: '/api-docs/order' },
  { name: 'Coupons: templates, claims, my coupons', url: '/api-docs/coupon' },
  { name: 'Control room: audits, live view, crowds', url: '/api-docs/control-room' },
  { name: 'Lock lab: schemes, runs, the naive path', url: '/api-docs/lock-lab' },
];

const answers = ({ url }) => fetch(url).then((answer) => answer.ok, () => false);
const there = await Promise.all(DOCUMENTS.map(answers));

SwaggerUIBundle({
  dom_id: '#api',
  urls: DOCUMENTS.filter((document, at) => there[at]),
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  deepLinking: true,
  validatorUrl: null, // would send our addresses to a third-party server
});
