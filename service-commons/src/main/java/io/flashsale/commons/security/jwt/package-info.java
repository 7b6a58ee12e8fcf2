/** How a token is checked: its signature by keys that are fetched, its times, for whom it is, and all of it once. */
@NullMarked
package io.flashsale.commons.security.jwt;

import org.jspecify.annotations.NullMarked;
