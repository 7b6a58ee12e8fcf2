package io.flashsale.stock.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.ReservationIds;
import io.flashsale.commons.sql.IdBlocks;
import io.flashsale.commons.testing.Together;
import io.flashsale.stock.StockServiceFixture;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/** Many processes claim blocks of order ids, after many starts. */
class IdBlocksIT extends StockServiceFixture {

    private final IdBlocks blocks;

    IdBlocksIT(@Autowired JdbcClient jdbc, @Autowired PlatformTransactionManager transactions) {
        this.blocks = new IdBlocks(jdbc, transactions);
    }

    @Test
    void shouldGiveEachBlockOnceThoughManyAskAtOnce() {
        List<Callable<Long>> claims = Collections.nCopies(200, blocks::claim);
        assertThat(Set.copyOf(Together.run(claims))).hasSize(200);
    }

    @Test
    void shouldGoOnAboveTheLastBlockThoughTheClockIsBehindIt() {
        long ahead = blocks.claim() + 1_000_000;
        database.execute("UPDATE id_block SET last_block = " + ahead);
        assertThat(blocks.claim()).isEqualTo(ahead + 1);
        assertThat(blocks.claim()).isEqualTo(ahead + 2);
    }

    /** Once lost 65 of 4,000 orders: one replica had crashed 1,023 times, another had lived on. */
    @Test
    void shouldMakeDifferentIdsInAProcessThatStarted1024StartsLater() {
        ReservationIds longLived = new ReservationIds(blocks::claim);
        for (int start = 1; start < 1_024; start++) {
            blocks.claim();
        }
        ReservationIds restarted = new ReservationIds(blocks::claim);
        assertThat(Stream.generate(() -> List.of(longLived.next(1), restarted.next(1)))
                        .limit(4_000)
                        .flatMap(List::stream)
                        .distinct())
                .hasSize(8_000);
    }
}
