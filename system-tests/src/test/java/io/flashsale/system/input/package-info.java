/** Rubbish in, problem details out. */
@NullMarked
package io.flashsale.system.input;

import org.jspecify.annotations.NullMarked;
