/** Kafka and ZooKeeper as child processes, and binaries that are unpacked once for all servers. */
@NullMarked
package io.flashsale.devstack.server;

import org.jspecify.annotations.NullMarked;
