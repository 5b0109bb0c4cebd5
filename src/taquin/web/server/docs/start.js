// Starts Swagger UI. In a file of its own, because the policy of the server allows no scripts in the page.

/** @type {any} */ (globalThis).SwaggerUIBundle({
  url: "api/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null, // it would send the document to another server
});
