/** Checks tokens: the signature with fetched keys, the times, the audience; and remembers the result. */
@NullMarked
package io.flashsale.commons.security.jwt;

import org.jspecify.annotations.NullMarked;
