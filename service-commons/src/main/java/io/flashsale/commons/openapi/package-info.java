/** What a service says about its API: one OpenAPI document, made of its controllers, its security rules and our problems. */
@NullMarked
package io.flashsale.commons.openapi;

import org.jspecify.annotations.NullMarked;
