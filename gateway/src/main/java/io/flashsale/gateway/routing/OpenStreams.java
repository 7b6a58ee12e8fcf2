package io.flashsale.gateway.routing;

import io.flashsale.commons.background.StreamLifecycle;
import io.flashsale.commons.quota.ClientQuota;
import io.flashsale.commons.quota.Quota;
import io.flashsale.gateway.upstream.UpstreamProperties;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.hc.core5.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.stereotype.Component;

/**
 * Limits and tracks the event streams that pass through the gateway.
 *
 * <p>An account has at most {@value #MAX_PER_ACCOUNT}, and an address and a network at most their shares. The last
 * fifth of the places is reserved for accounts without a stream whose address has few. So a hundred accounts cannot
 * stop others from following their orders.
 *
 * <p>Closes the streams when the gateway stops; otherwise a graceful shutdown would wait for browsers to leave.
 */
@Component
class OpenStreams extends StreamLifecycle {

    static final int MAX_PER_ACCOUNT = 10;

    private static final int KEPT_FREE_ONE_IN = 5;

    private final Map<Cancellable, Optional<Jwt>> open = new ConcurrentHashMap<>();
    private final ClientQuota clients;
    private final Quota<Long> accounts = new Quota<>();

    @Autowired
    OpenStreams(UpstreamProperties properties) {
        this(properties.eventStreams(), properties.eventStreamsPerAddress(), properties.eventStreamsPerNetwork());
    }

    OpenStreams(int places, int perAddress, int perNetwork) {
        this.clients = new ClientQuota(perAddress, perNetwork, places, places / KEPT_FREE_ONE_IN);
    }

    /** A caller's place, given back once. */
    @FunctionalInterface
    interface Place extends AutoCloseable {

        @Override
        void close();
    }

    /**
     * Returns a place for one more stream, or null.
     *
     * @param account null if the caller is not logged in
     */
    synchronized @Nullable Place take(@Nullable Long account, String remoteAddress) {
        boolean scarce = clients.isScarce();
        ClientQuota.Share client = clients.of(remoteAddress);
        if (!client.take(1)) {
            return null;
        }
        if (account != null && !accounts.take(account, 1, scarce ? 1 : MAX_PER_ACCOUNT)) {
            client.giveBack(1);
            return null;
        }
        return () -> giveBack(account, client);
    }

    private synchronized void giveBack(@Nullable Long account, ClientQuota.Share client) {
        client.giveBack(1);
        if (account != null) {
            accounts.giveBack(account, 1);
        }
    }

    /** @param token of the account that follows the stream; empty if the caller is not logged in */
    void add(Cancellable stream, Optional<Jwt> token) {
        open.put(stream, token);
    }

    void remove(Cancellable stream) {
        open.remove(stream);
    }

    /** Closes the streams of those tokens. A browser that reconnects is refused, like any call. */
    void endThoseOf(Predicate<Jwt> tokens) {
        open.forEach((stream, token) -> {
            if (token.filter(tokens).isPresent()) {
                stream.cancel();
            }
        });
    }

    @Override
    protected void endStreams() {
        open.keySet().forEach(Cancellable::cancel);
    }
}
