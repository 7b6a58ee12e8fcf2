package io.flashsale.gateway.upstream;

import java.time.Duration;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Makes HTTP clients that only pass requests and answers on. They do not follow redirects, keep cookies, decompress
 * or upgrade protocols. Above all they never retry: only the caller knows what may be sent twice.
 */
final class HttpClientFactory {

    /** A connection that was idle for longer is checked before use; the check takes up to a millisecond. */
    private static final TimeValue VALIDATE_AFTER_IDLE = TimeValue.ofMilliseconds(500);

    /**
     * How long an unused connection is kept. It is shorter than the services' own keep-alive of at least 20 s:
     * otherwise a service could close a connection while the gateway reuses it.
     */
    private static final TimeValue KEEP_ALIVE = TimeValue.ofSeconds(10);

    private HttpClientFactory() {}

    /**
     * Makes a client with a pool of its own.
     *
     * @param connections at most to one instance
     * @param instances that the client calls
     * @param responseTimeout how long the other side may be silent; zero means without limit
     */
    static CloseableHttpClient create(
            UpstreamProperties properties, int connections, int instances, Duration responseTimeout) {
        PoolingHttpClientConnectionManager pool = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnPerRoute(connections)
                .setMaxConnTotal(connections * instances)
                .setDefaultSocketConfig(SocketConfig.custom()
                        .setTcpNoDelay(true)
                        .setSoTimeout(Timeout.of(properties.responseTimeout()))
                        .build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(properties.connectTimeout()))
                        .setSocketTimeout(Timeout.of(properties.responseTimeout()))
                        .setValidateAfterInactivity(VALIDATE_AFTER_IDLE)
                        .build())
                .build();
        return HttpClients.custom()
                .setConnectionManager(pool)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(properties.queueTimeout()))
                        .setResponseTimeout(Timeout.of(responseTimeout))
                        .setProtocolUpgradeEnabled(false)
                        .setAuthenticationEnabled(false)
                        .build())
                .setKeepAliveStrategy((response, context) -> KEEP_ALIVE)
                .evictExpiredConnections()
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .disableConnectionState()
                .disableDefaultUserAgent()
                .build();
    }
}
