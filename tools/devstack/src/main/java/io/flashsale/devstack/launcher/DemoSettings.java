package io.flashsale.devstack.launcher;

import io.flashsale.devstack.system.ServiceName;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The options of a demo.
 *
 * @param lines whether breakable lines connect the services to own servers, and the gateways to the services
 * @param instances of each service that may have several
 * @param fresh whether to delete the data in the directory first
 * @param data the directory of data and logs
 * @param host the address for browsers
 * @param port for browsers; 0 for any free one
 * @param aotCaches whether to make caches for a faster next start while the shop is open
 * @param observed whether to start the Prometheus of this machine
 * @param small whether to leave out coupons and the lock lab, and to give little memory to all else
 * @param without the service that the developer starts; null if none
 * @param debugged the service with a debug port; null if none
 */
record DemoSettings(
        Database database,
        RedisTopology redis,
        boolean lines,
        int instances,
        boolean fresh,
        Path data,
        String host,
        int port,
        boolean aotCaches,
        boolean observed,
        boolean small,
        @Nullable ServiceName without,
        @Nullable ServiceName debugged) {

    enum Database {
        MARIADB,
        MYSQL
    }

    enum RedisTopology {
        /** One server. */
        SINGLE,
        /** A master with two replicas, watched by three Sentinels. */
        SENTINEL,
        /** Three masters with two replicas each. */
        CLUSTER
    }
}
