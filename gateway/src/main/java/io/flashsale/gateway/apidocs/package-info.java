/** The page that shows what may be called: Swagger UI for the OpenAPI documents of all services. */
@NullMarked
package io.flashsale.gateway.apidocs;

import org.jspecify.annotations.NullMarked;
