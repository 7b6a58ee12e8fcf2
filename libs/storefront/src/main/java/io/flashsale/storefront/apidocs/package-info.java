/** The page that documents the API: Swagger UI for the OpenAPI documents of all services. */
@NullMarked
package io.flashsale.storefront.apidocs;

import org.jspecify.annotations.NullMarked;
