/** Kafka and ZooKeeper as child processes, and what all servers share: binaries that are unpacked once. */
@NullMarked
package io.flashsale.devstack.server;

import org.jspecify.annotations.NullMarked;
