/** Processes die, servers go down and masters change; what was accepted is kept. */
@NullMarked
package io.flashsale.system.fault;

import org.jspecify.annotations.NullMarked;
