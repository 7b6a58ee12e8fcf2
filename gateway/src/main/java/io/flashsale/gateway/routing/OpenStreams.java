package io.flashsale.gateway.routing;

import io.flashsale.commons.background.StreamLifecycle;
import io.flashsale.commons.network.ClientAddress;
import io.flashsale.gateway.upstream.UpstreamProperties;
import java.util.HashMap;
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

    /** The limit of an address when places are scarce. */
    static final int FEW = 10;

    /** The same for a network. */
    static final int FEW_OF_A_NETWORK = 100;

    private static final int KEPT_FREE_ONE_IN = 5;

    private final Map<Cancellable, Optional<Jwt>> open = new ConcurrentHashMap<>();
    private final int places;
    private final int perAddress;
    private final int perNetwork;
    private final Map<Object, Integer> taken = new HashMap<>();
    private int takenInAll;

    @Autowired
    OpenStreams(UpstreamProperties properties) {
        this(properties.eventStreams(), properties.eventStreamsPerAddress(), properties.eventStreamsPerNetwork());
    }

    /** @param perNetwork at least {@code perAddress} */
    OpenStreams(int places, int perAddress, int perNetwork) {
        this.places = places;
        this.perAddress = perAddress;
        this.perNetwork = Math.max(perAddress, perNetwork);
    }

    /** A type of its own, distinct from the keys of addresses. */
    private record Account(long id) {}

    private record Network(Object key) {}

    /** A caller's place, given back once. */
    final class Place implements AutoCloseable {

        private final @Nullable Account account;
        private final Object address;
        private final Network network;

        private Place(@Nullable Account account, Object address, Network network) {
            this.account = account;
            this.address = address;
            this.network = network;
        }

        @Override
        public void close() {
            giveBack(this);
        }
    }

    /**
     * Returns a place for one more stream, or null.
     *
     * @param accountId null if the caller is not logged in
     */
    synchronized @Nullable Place take(@Nullable Long accountId, String remoteAddress) {
        Account account = accountId == null ? null : new Account(accountId);
        Object address = ClientAddress.of(remoteAddress);
        Network network = new Network(ClientAddress.networkOf(remoteAddress));
        int ofAccount = account == null ? 0 : taken.getOrDefault(account, 0);
        int ofAddress = taken.getOrDefault(address, 0);
        int ofNetwork = taken.getOrDefault(network, 0);
        boolean scarce = takenInAll >= places - places / KEPT_FREE_ONE_IN;
        boolean refused = takenInAll >= places
                || ofAccount >= (scarce ? 1 : MAX_PER_ACCOUNT)
                || ofAddress >= (scarce ? Math.min(FEW, perAddress) : perAddress)
                || ofNetwork >= (scarce ? Math.min(FEW_OF_A_NETWORK, perNetwork) : perNetwork);
        if (refused) {
            return null;
        }
        takenInAll++;
        taken.put(address, ofAddress + 1);
        taken.put(network, ofNetwork + 1);
        if (account != null) {
            taken.put(account, ofAccount + 1);
        }
        return new Place(account, address, network);
    }

    private synchronized void giveBack(Place place) {
        takenInAll--;
        decrease(place.address);
        decrease(place.network);
        if (place.account != null) {
            decrease(place.account);
        }
    }

    private void decrease(Object holder) {
        taken.computeIfPresent(holder, (same, count) -> count == 1 ? null : count - 1);
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
