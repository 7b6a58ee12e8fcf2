/** The correlation id of a request: taken from its header or made, in every log line, and in the answer. */
@NullMarked
package io.flashsale.commons.correlation;

import org.jspecify.annotations.NullMarked;
