// Starts Swagger UI with the documents of all services; a file of its own, because the page allows no inline scripts.
SwaggerUIBundle({
  dom_id: '#api',
  urls: [
    { name: 'Stock: sales and reservations', url: '/api-docs/stock' },
    { name: 'Orders: accounts, orders, payment', url: '/api-docs/order' },
    { name: 'Coupons: templates, claims, my coupons', url: '/api-docs/coupon' },
    { name: 'Lab: auditor and experiments', url: '/api-docs/lab' },
  ],
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  deepLinking: true,
  validatorUrl: null, // would send our addresses to a foreign server
});
