/** MariaDB, MySQL, Redis, Kafka and ZooKeeper as child processes, from binaries that are unpacked once. */
@NullMarked
package io.flashsale.devstack.server;

import org.jspecify.annotations.NullMarked;
