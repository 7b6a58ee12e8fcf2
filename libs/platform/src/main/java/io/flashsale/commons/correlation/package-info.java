/**
 * Assigns the correlation id of a request: taken from its header or made, and present in every log line and the
 * answer.
 */
@NullMarked
package io.flashsale.commons.correlation;

import org.jspecify.annotations.NullMarked;
