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
 * A request to a service that can be given up at any time, also while its answer is being read.
 *
 * <p>Closing an answer reads it to its end first, in order to use the connection again; of an event stream there is no
 * end. Giving up closes the connection.
 */
public final class UpstreamRequest extends BasicClassicHttpRequest implements CancellableDependency {

    private static final long serialVersionUID = 1L;

    private static final Cancellable GIVEN_UP = () -> true;

    private final transient AtomicReference<@Nullable Cancellable> work = new AtomicReference<>();

    /** @param target path and query, as they are to be sent */
    public UpstreamRequest(String method, Upstream upstream, String target) {
        this(method, upstream.host(), target);
    }

    UpstreamRequest(String method, HttpHost host, String target) {
        super(method, host, target);
    }

    /**
     * The body is sent whole or not at all: where it breaks off, the connection does, too. The client would end a chunked body
     * as if it were complete.
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

    /** Has it go to this host. */
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
