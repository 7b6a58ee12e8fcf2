package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.quota.ClientQuota;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AddressConnectionsTests {

    private final ClientQuota quota = new ClientQuota(2, 3);
    private final AtomicLong nanos = new AtomicLong();
    private final AddressConnections<String> connections =
            new AddressConnections<>(quota, "10.0.0.1"::equals, nanos::get);

    @Test
    void makePlaceWhenTheyAreClosedOnce() {
        connections.opened("a", "192.0.2.1");
        connections.opened("b", "192.0.2.1");
        connections.closed("a");
        connections.closed("a");
        connections.closed("never opened");
        assertThat(connections.opened("c", "192.0.2.1")).isTrue();
        assertThat(connections.opened("d", "192.0.2.1")).isFalse();
        assertThat(connections.refused()).isOne();
    }

    @Test
    void areNotCountedForOurOwnProxies() {
        for (int i = 0; i < 100; i++) {
            assertThat(connections.opened("a" + i, "10.0.0.1")).isTrue();
        }
    }

    @Test
    void areForgottenWhenTheLastIsClosed() {
        connections.opened("a", "192.0.2.1");
        connections.opened("b", "192.0.2.1");
        connections.opened("refused", "192.0.2.1");
        connections.closed("a");
        connections.closed("b");
        assertThat(quota.holders()).isZero();
    }

    /** As the gateway has them by default. */
    private final AddressConnections<String> ofTheGateway =
            new AddressConnections<>(new ClientQuota(500, 1_000, 2_500, 500), "10.0.0.1"::equals, nanos::get);

    /** Opens so many connections of a network, ten of each address at most, and returns how many may stay. */
    private long open(int network, int wanted) {
        return IntStream.range(0, wanted)
                .filter(i -> ofTheGateway.opened(network + "/" + i, "198.51." + network + "." + i / 10))
                .count();
    }

    private Map<String, Long> networksOf(List<String> chosen) {
        return chosen.stream()
                .collect(Collectors.groupingBy(connection -> connection.replaceAll("/.*", ""), Collectors.counting()));
    }

    private void closeAll(List<String> chosen) {
        for (String connection : chosen) {
            assertThat(ofTheGateway.displaces(connection)).isTrue();
            ofTheGateway.closed(connection);
            assertThat(ofTheGateway.displaces(connection)).as("closed twice").isFalse();
        }
    }

    /** Two networks take what is free, five what is reserved, and all are idle. */
    private void fill() {
        for (int network : new int[] {1, 2}) {
            assertThat(open(network, 1_200)).isEqualTo(1_000);
        }
        for (int network = 3; network <= 7; network++) {
            assertThat(open(network, 120)).isEqualTo(100);
        }
        assertThat(open(8, 1)).isZero();
        nanos.addAndGet(AddressConnections.MIN_IDLE.toNanos());
    }

    /** Seven networks hold all places; the newcomers of an eighth get those of the two that hold most. */
    @Test
    void letNewcomersOfAnotherNetworkInWhenSevenHoldAllPlaces() {
        fill();
        for (int round = 0; round < 10; round++) {
            List<String> chosen = ofTheGateway.toClose();
            assertThat(networksOf(chosen)).isEqualTo(Map.of("1", 5L, "2", 5L));
            closeAll(chosen);
            assertThat(open(1, 1_200) + open(2, 1_200) + open(3, 120))
                    .as("those with many")
                    .isZero();
            for (int i = 0; i < 10; i++) {
                assertThat(ofTheGateway.opened("8/" + round + "/" + i, "198.51.8." + round))
                        .isTrue();
            }
        }
        assertThat(ofTheGateway.displaced()).isEqualTo(100);
    }

    /** A request that comes after the choice is answered, and another one may follow it. */
    @Test
    void stayOpenIfARequestComesBeforeTheyAreClosed() {
        fill();
        String chosen = ofTheGateway.toClose().getFirst();
        ofTheGateway.busy(chosen);
        nanos.addAndGet(AddressConnections.MIN_IDLE.toNanos());
        assertThat(ofTheGateway.displaces(chosen)).as("during the request").isFalse();
        ofTheGateway.idle(chosen);
        assertThat(ofTheGateway.displaces(chosen)).as("right after it").isFalse();
        assertThat(ofTheGateway.displaced()).isZero();
        nanos.addAndGet(AddressConnections.MIN_IDLE.toNanos());
        assertThat(ofTheGateway.displaces(chosen)).isTrue();
        assertThat(ofTheGateway.displaced()).isEqualTo(1);
    }

    /** A crowd that has just arrived, and requests that are answered, keep their places. */
    @Test
    void areClosedOnlyWhenTheyHaveBeenIdleForTwoSecondsAndTheLongestIdleFirst() {
        fill();
        IntStream.range(0, 1_000).mapToObj(i -> "1/" + i).forEach(ofTheGateway::busy);
        assertThat(networksOf(ofTheGateway.toClose())).isEqualTo(Map.of("2", 10L));
        IntStream.range(3, 1_000).mapToObj(i -> "2/" + i).forEach(ofTheGateway::idle);
        assertThat(ofTheGateway.toClose().subList(0, 3)).containsExactlyInAnyOrder("2/0", "2/1", "2/2");
        for (int network = 2; network <= 7; network++) {
            int same = network;
            IntStream.range(0, 1_000).mapToObj(i -> same + "/" + i).forEach(ofTheGateway::idle);
        }
        nanos.addAndGet(AddressConnections.MIN_IDLE.toNanos() - 1);
        assertThat(ofTheGateway.toClose()).isEmpty();
        ofTheGateway.idle("1/77");
        nanos.incrementAndGet();
        assertThat(networksOf(ofTheGateway.toClose())).isEqualTo(Map.of("2", 10L));
    }
}
