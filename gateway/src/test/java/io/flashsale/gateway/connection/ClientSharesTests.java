package io.flashsale.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ClientSharesTests {

    private final ClientShares shares = new ClientShares(2);

    @Test
    void areSoMuchForEach() {
        assertThat(shares.take("a")).isNotNull();
        ClientShares.Share second = shares.take("a");
        assertThat(second).isNotNull();
        assertThat(shares.take("a")).isNull();
        assertThat(shares.take("b")).isNotNull();
        second.giveBack();
        assertThat(shares.take("a")).isNotNull();
        assertThat(shares.take("a")).isNull();
    }

    @Test
    void areForgottenWithTheLastOfThem() {
        List<ClientShares.Share> taken = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            taken.add(shares.take(i));
            taken.add(shares.take(i));
        }
        assertThat(shares.clients()).isEqualTo(10);
        taken.forEach(ClientShares.Share::giveBack);
        assertThat(shares.clients()).isZero();
    }

    /** A few clients that come and go all the time, so that shares are forgotten while others take from them. */
    @Test
    void areNeverMoreWhoeverComesAtOnce() throws Exception {
        AtomicInteger[] held = {new AtomicInteger(), new AtomicInteger()};
        Callable<Integer> client = () -> {
            int most = 0;
            for (int i = 0; i < 50_000; i++) {
                ClientShares.Share share = shares.take(i % 2);
                if (share != null) {
                    most = Math.max(most, held[i % 2].incrementAndGet());
                    held[i % 2].decrementAndGet();
                    share.giveBack();
                }
            }
            return most;
        };
        try (ExecutorService clients = Executors.newFixedThreadPool(6)) {
            int most = 0;
            for (Future<Integer> mostSeenByOne : clients.invokeAll(Collections.nCopies(6, client))) {
                most = Math.max(most, mostSeenByOne.get());
            }
            assertThat(most).isBetween(1, 2);
        }
        assertThat(shares.clients()).isZero();
    }
}
