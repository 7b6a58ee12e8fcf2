/** Child processes: pid files that name them, logs, ports, how they end, and that none outlives its owner. */
@NullMarked
package io.flashsale.devstack.process;

import org.jspecify.annotations.NullMarked;
