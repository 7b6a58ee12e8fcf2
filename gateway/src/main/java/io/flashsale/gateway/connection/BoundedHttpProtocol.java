package io.flashsale.gateway.connection;

import java.nio.channels.SocketChannel;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;

/** Tomcat's HTTP/1.1 over a {@link BoundedEndpoint}. Tomcat creates it by its class name. */
public final class BoundedHttpProtocol extends Http11NioProtocol {

    /**
     * Size of the buffer that collects an answer. Most answers are smaller, and a waiting request keeps it
     * allocated.
     */
    private static final int ANSWER_BYTES = 2_048;

    private final BoundedEndpoint endpoint;

    public BoundedHttpProtocol() {
        this(new BoundedEndpoint());
    }

    private BoundedHttpProtocol(BoundedEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
    }

    @Override
    public int getDesiredBufferSize() {
        return ANSWER_BYTES;
    }

    void bound(AddressConnections<SocketChannel> byAddress, HeadDeadline<SocketWrapperBase<NioChannel>> deadline) {
        endpoint.bound(byAddress, deadline);
    }
}
