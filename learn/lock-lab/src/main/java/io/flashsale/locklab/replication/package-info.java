/** Locks on more than one Redis: a master with a replica, and several independent servers. */
@NullMarked
package io.flashsale.locklab.replication;

import org.jspecify.annotations.NullMarked;
