/** Invalid, malformed and expensive requests are answered with problem details. */
@NullMarked
package io.flashsale.system.input;

import org.jspecify.annotations.NullMarked;
