/** Child processes: pid files, logs, ports, termination, and the guarantee that none outlives its owner. */
@NullMarked
package io.flashsale.devstack.process;

import org.jspecify.annotations.NullMarked;
