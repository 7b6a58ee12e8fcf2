package io.flashsale.lab.naive;

import io.flashsale.lab.audit.ClientRecord;
import io.flashsale.lab.audit.Verdict;
import io.flashsale.lab.books.BookDatabase;
import io.flashsale.lab.books.BooksUnavailableException.Source;
import io.flashsale.lab.books.OrderStatus;
import io.flashsale.lab.books.Orders;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * Audits a naive sale. There are no queues: it counts as drained when two readings in a row are the same, as a purchase
 * in the middle has written its stock and not yet its order.
 */
@Service
public class NaiveAuditor {

    private static final Duration PAUSE = Duration.ofMillis(250);

    private final BookDatabase database;
    private final Clock clock;

    public NaiveAuditor(DataSource dataSource, Clock clock) {
        this.database = new BookDatabase(Source.LAB_DATABASE, dataSource);
        this.clock = clock;
    }

    /** Empty if there is no such sale. */
    public Optional<Verdict> audit(long saleId, Duration patience, @Nullable ClientRecord clients)
            throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        Optional<NaiveHistory> before = read(saleId);
        while (before.isPresent()) {
            Thread.sleep(PAUSE);
            NaiveHistory now = read(saleId).orElseThrow();
            boolean still = now.sameAs(before.get());
            if (still || System.nanoTime() >= end) {
                List<String> waitingFor = still ? List.of() : List.of("purchases are being made");
                return Optional.of(now.verdict(clients, waitingFor, clock.instant()));
            }
            before = Optional.of(now);
        }
        return Optional.empty();
    }

    private Optional<NaiveHistory> read(long saleId) {
        return database.atOneMoment(jdbc -> new NaiveTable(JdbcClient.create(jdbc))
                .find(saleId)
                .map(sale -> new NaiveHistory(sale, orders(jdbc, saleId))));
    }

    private static Orders orders(JdbcTemplate jdbc, long saleId) {
        Orders orders = new Orders();
        jdbc.query(
                "SELECT id, user_id FROM naive_order WHERE sale_id = ? ORDER BY id",
                row -> {
                    orders.add(row.getLong(1), row.getLong(2), OrderStatus.AWAITING_PAYMENT, false);
                },
                saleId);
        return orders;
    }
}
