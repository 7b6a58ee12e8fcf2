/** How our commands read what was typed: all in the same way. */
@NullMarked
package io.flashsale.commandline;

import org.jspecify.annotations.NullMarked;
