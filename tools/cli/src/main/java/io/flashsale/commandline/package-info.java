/** How all our commands read their arguments and report progress. */
@NullMarked
package io.flashsale.commandline;

import org.jspecify.annotations.NullMarked;
