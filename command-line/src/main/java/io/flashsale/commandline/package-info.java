/** How our commands read what was typed, and how they say how far they are: all in the same way. */
@NullMarked
package io.flashsale.commandline;

import org.jspecify.annotations.NullMarked;
