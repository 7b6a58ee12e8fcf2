package io.flashsale.commons.background;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Ends a service's event streams when it stops, before the web server waits for open requests. Otherwise a graceful
 * shutdown would wait for browsers to leave. They reconnect to another instance.
 */
public abstract class StreamLifecycle implements SmartLifecycle {

    private volatile boolean running;

    /** Ends every open stream; one that is opened afterwards ends with the web server. */
    protected abstract void endStreams();

    @Override
    public final void start() {
        running = true;
    }

    @Override
    public final void stop() {
        running = false;
        endStreams();
    }

    @Override
    public final boolean isRunning() {
        return running;
    }

    @Override
    public final int getPhase() {
        return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 1;
    }
}
