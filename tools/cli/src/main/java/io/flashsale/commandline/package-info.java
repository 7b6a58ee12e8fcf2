/** How all our commands read their arguments, explain themselves and report progress. */
@NullMarked
package io.flashsale.commandline;

import org.jspecify.annotations.NullMarked;
