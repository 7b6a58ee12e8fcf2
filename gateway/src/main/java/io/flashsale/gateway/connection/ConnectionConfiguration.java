package io.flashsale.gateway.connection;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.commons.quota.ClientQuota;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.channels.SocketChannel;
import java.util.regex.Pattern;
import org.apache.catalina.connector.Connector;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ConnectionConfiguration {

    /** This part of the places is reserved for clients that hold few. */
    private static final int RESERVED_ONE_IN = 5;

    @Bean
    AddressConnections<SocketChannel> addressConnections(
            ConnectionProperties properties,
            @Value("${flashsale.gateway.trusted-proxies:^$}") String trustedProxies,
            @Value("${server.tomcat.max-connections}") int places,
            Ticker ticker,
            MeterRegistry meters) {
        // Where one address may have all places, as in the demo, nothing is reserved for others.
        int reserved = properties.perAddress() < places ? places / RESERVED_ONE_IN : 0;
        AddressConnections<SocketChannel> connections = new AddressConnections<>(
                new ClientQuota(properties.perAddress(), properties.perNetwork(), places, reserved),
                Pattern.compile(trustedProxies).asMatchPredicate(),
                ticker::read);
        FunctionCounter.builder("flashsale.gateway.connections.refused", connections, AddressConnections::refused)
                .description(
                        "connections that were closed at once, because their address, or its network, had too many")
                .register(meters);
        FunctionCounter.builder("flashsale.gateway.connections.displaced", connections, AddressConnections::displaced)
                .description("idle connections that were closed because no place was left for newcomers")
                .register(meters);
        return connections;
    }

    /**
     * Applies to the port of the shop, not to that of the management endpoints, which is not reachable from
     * outside.
     */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> boundedConnections(
            ConnectionProperties properties, AddressConnections<SocketChannel> connections, Ticker ticker) {
        return server -> {
            server.setProtocol(BoundedHttpProtocol.class.getName());
            server.addEngineValves(
                    new RequestsInFlight(properties.requestsPerAddress(), properties.requestsPerNetwork()),
                    new UnreadBodies(ticker::read));
            server.addConnectorCustomizers(connector -> bound(connector, properties, connections, ticker));
        };
    }

    /**
     * The kernel's buffer for one connection's unread bytes, as large as a shopper's body may be. The default is
     * megabytes, even for a fast sender that is going to be refused.
     */
    private static final int MAX_UNREAD_BYTES = 65_536;

    /** Size of the read buffer and of the write buffer of each open connection; requests are small. */
    private static final int SOCKET_BYTES = 4_096;

    /**
     * How many sets of request buffers are kept. Tomcat keeps 200, and allocates new ones for the rest of a waiting
     * crowd.
     */
    private static final int KEPT_PROCESSORS = 1_000;

    private static void bound(
            Connector connector,
            ConnectionProperties properties,
            AddressConnections<SocketChannel> connections,
            Ticker ticker) {
        if (connector.getProtocolHandler() instanceof BoundedHttpProtocol protocol) {
            protocol.setProperty("socket.rxBufSize", Integer.toString(MAX_UNREAD_BYTES));
            protocol.setProperty("socket.appReadBufSize", Integer.toString(SOCKET_BYTES));
            protocol.setProperty("socket.appWriteBufSize", Integer.toString(SOCKET_BYTES));
            protocol.setProcessorCache(KEPT_PROCESSORS);
            protocol.bound(connector, connections, new HeadDeadline<>(properties.headTimeout(), ticker::read));
        }
    }
}
