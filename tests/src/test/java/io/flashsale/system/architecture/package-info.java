/** The rules of the architecture, and the rule that every call has an access decision. */
@NullMarked
package io.flashsale.system.architecture;

import org.jspecify.annotations.NullMarked;
