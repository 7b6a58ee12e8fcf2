package io.flashsale.gateway.routing;

import io.flashsale.commons.background.StreamLifecycle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.core5.concurrent.Cancellable;
import org.springframework.stereotype.Component;

/** Ends the event streams when the gateway stops; otherwise a graceful shutdown would wait for browsers to leave. */
@Component
class OpenStreams extends StreamLifecycle {

    private final Set<Cancellable> open = ConcurrentHashMap.newKeySet();

    void add(Cancellable stream) {
        open.add(stream);
    }

    void remove(Cancellable stream) {
        open.remove(stream);
    }

    @Override
    protected void endStreams() {
        open.forEach(Cancellable::cancel);
    }
}
