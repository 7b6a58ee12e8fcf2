package io.flashsale.admission;

import java.time.Duration;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;
import org.redisson.config.SingleServerConfig;

/** How a service that admits talks to the Redis of its gates. */
public final class StockGateConnections {

    private StockGateConnections() {}

    /**
     * Sets what suits a single Redis and scripts of microseconds. The time-outs are shorter than a gateway waits:
     * whoever asks is better served by a quick 503 than by a slow one. Not so short that a crowd in front of a JVM that
     * has just started would be taken for a Redis that is gone. The service starts without Redis, too.
     *
     * @param idle connections that are kept open
     * @param max connections at any time
     */
    public static void configure(Config config, int idle, int max) {
        config.setLazyInitialization(true);
        // The default of 32 is for many servers. Commands of a few threads reach the socket together.
        config.setNettyThreads(Math.max(2, Runtime.getRuntime().availableProcessors()));
        tryTwice(config.useSingleServer())
                .setTimeout(1_500)
                .setConnectTimeout(500)
                .setReconnectionDelay(new ConstantDelay(Duration.ofMillis(200)))
                .setConnectionMinimumIdleSize(idle)
                .setConnectionPoolSize(max);
    }

    /**
     * Has a command tried a second time after a second. Redisson lets an attempt wait just as long to be written to the
     * connection, so a shorter delay would refuse commands whenever all processors are busy for a moment.
     */
    public static SingleServerConfig tryTwice(SingleServerConfig server) {
        return server.setRetryAttempts(1).setRetryDelay(new ConstantDelay(Duration.ofSeconds(1)));
    }
}
