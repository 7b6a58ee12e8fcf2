// Starts Swagger UI with the documents of all services; a file of its own, because the page allows no inline scripts.
SwaggerUIBundle({
  dom_id: '#api',
  urls: [
    { name: 'Stock: sales and reservations', url: '/api-docs/stock' },
    { name: 'Orders: accounts, orders, payment', url: '/api-docs/order' },
    { name: 'Coupons: templates, claims, my coupons', url: '/api-docs/coupon' },
    { name: 'Control room: audits, live view, crowds', url: '/api-docs/control-room' },
    { name: 'Lock lab: schemes, runs, the naive path', url: '/api-docs/lock-lab' },
  ],
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  deepLinking: true,
  validatorUrl: null, // would send our addresses to a foreign server
});
