package io.flashsale.gateway.routing;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.core5.concurrent.Cancellable;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Ends the event streams when the gateway stops; otherwise a graceful shutdown would wait for browsers to leave. */
@Component
class OpenStreams implements SmartLifecycle {

    private final Set<Cancellable> open = ConcurrentHashMap.newKeySet();
    private volatile boolean running;

    void add(Cancellable stream) {
        open.add(stream);
    }

    void remove(Cancellable stream) {
        open.remove(stream);
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        open.forEach(Cancellable::cancel);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before the web server begins to wait for the requests that are under way. */
    @Override
    public int getPhase() {
        return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 1;
    }
}
