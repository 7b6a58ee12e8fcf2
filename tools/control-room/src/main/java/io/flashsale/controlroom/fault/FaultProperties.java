package io.flashsale.controlroom.fault;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** The launcher of the demo, which can break servers and services. Without it, nothing can be broken. */
@ConfigurationProperties("flashsale.faults")
record FaultProperties(@Nullable URI url, @Nullable String secret) {

    /** Refuses to start outside the demo, because a launcher can break the shop. */
    void requireDemo(boolean isDemo) {
        if (url != null && !isDemo) {
            throw new IllegalStateException(
                    "flashsale.faults.url is for the profile demo only: with it, administrators can break servers.");
        }
    }
}
