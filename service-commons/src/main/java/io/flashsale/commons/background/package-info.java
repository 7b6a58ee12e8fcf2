/** Work that goes on by itself while the service runs. */
@NullMarked
package io.flashsale.commons.background;

import org.jspecify.annotations.NullMarked;
