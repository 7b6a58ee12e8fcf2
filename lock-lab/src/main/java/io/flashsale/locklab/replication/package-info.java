/** Locks on more than one Redis: a master with a replica, and several servers that know nothing of each other. */
@NullMarked
package io.flashsale.locklab.replication;

import org.jspecify.annotations.NullMarked;
