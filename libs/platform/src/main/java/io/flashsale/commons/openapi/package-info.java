/** Makes a service's OpenAPI document from its controllers, its security rules and our problems. */
@NullMarked
package io.flashsale.commons.openapi;

import org.jspecify.annotations.NullMarked;
