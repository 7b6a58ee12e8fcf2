package io.flashsale.devstack.launcher;

import java.nio.file.Path;

/**
 * How a demo is run.
 *
 * @param lines whether lines that can be broken lie between services and own servers, and between gateways and services
 * @param instances of each service of which there may be several
 * @param fresh whether to throw away what is in the directory first
 * @param data where data and logs are
 * @param host the address that browsers call
 * @param port that browsers call; 0 for any free one
 * @param aotCaches whether to make the caches for a faster next start, while the shop is open
 * @param observed whether the Prometheus of this machine looks on
 * @param small whether coupons and lock lab are left out, and everything else has little memory
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
        boolean small) {

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
