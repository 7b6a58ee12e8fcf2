/** Locks on ZooKeeper: step by step with its plain client, and ready-made by Curator. */
@NullMarked
package io.flashsale.locklab.zookeeper;

import org.jspecify.annotations.NullMarked;
