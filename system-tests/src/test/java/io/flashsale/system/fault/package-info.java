/** Processes die, servers go away, masters change; what was accepted is kept. */
@NullMarked
package io.flashsale.system.fault;

import org.jspecify.annotations.NullMarked;
