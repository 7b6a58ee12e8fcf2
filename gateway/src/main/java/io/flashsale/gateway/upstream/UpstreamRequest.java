package io.flashsale.gateway.upstream;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.net.URIAuthority;
import org.jspecify.annotations.Nullable;

/**
 * A request to a service that can be aborted at any time, even while its answer is read.
 *
 * <p>Closing an answer normally reads the rest of it, to reuse the connection. An event stream has no end, so
 * aborting closes the connection instead.
 */
public final class UpstreamRequest extends BasicClassicHttpRequest implements CancellableDependency {

    private static final long serialVersionUID = 1L;

    private static final Cancellable GIVEN_UP = () -> true;

    private final transient AtomicReference<@Nullable Cancellable> work = new AtomicReference<>();

    /** @param target path and query as sent on the wire */
    public UpstreamRequest(String method, String target) {
        super(method, null, null, target);
    }

    /**
     * Sends the body whole or breaks the connection. By default the client would end a truncated chunked body as if
     * it were complete.
     */
    @Override
    public void setEntity(@Nullable HttpEntity entity) {
        super.setEntity(entity == null ? null : new WholeBody(entity));
    }

    private final class WholeBody extends HttpEntityWrapper {

        private WholeBody(HttpEntity body) {
            super(body);
        }

        @Override
        public void writeTo(OutputStream to) throws IOException {
            try {
                super.writeTo(to);
            } catch (IOException brokenOff) {
                cancel();
                throw brokenOff;
            }
        }
    }

    /** Directs the request to this host; precedes each attempt to send it. */
    void address(HttpHost host) {
        setScheme(host.getSchemeName());
        setAuthority(new URIAuthority(host));
    }

    @Override
    public void setDependency(Cancellable dependency) {
        Cancellable before = work.get();
        if (before == GIVEN_UP || !work.compareAndSet(before, dependency)) {
            dependency.cancel();
        }
    }

    @Override
    public boolean cancel() {
        Cancellable running = work.getAndSet(GIVEN_UP);
        return running != null && running.cancel();
    }

    @Override
    public boolean isCancelled() {
        return work.get() == GIVEN_UP;
    }
}
