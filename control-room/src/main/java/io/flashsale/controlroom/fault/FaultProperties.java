package io.flashsale.controlroom.fault;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Who breaks servers and services here. The demo's launcher says so; without it nothing can be broken.
 *
 * @param url where it listens: scheme, host and port
 * @param secret that it knows us by
 */
@ConfigurationProperties("flashsale.faults")
record FaultProperties(@Nullable URI url, @Nullable String secret) {

    /** Never where it matters: a service that could be told to break its shop does not start outside the demo. */
    void requireDemo(boolean isDemo) {
        if (url != null && !isDemo) {
            throw new IllegalStateException(
                    "flashsale.faults.url is for the profile demo only: whoever sets it lets administrators break servers.");
        }
    }
}
