package io.flashsale.auditor.sale;

import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.snapshot.OrderRows;
import io.flashsale.auditor.snapshot.OrderRows.OrderRow;
import io.flashsale.auditor.snapshot.OrderStatus;
import io.flashsale.auditor.source.ReadOnlyDatabase;
import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Audits a naive sale.
 *
 * <p>Such a sale has no queues. It counts as drained when two readings in a row are equal, because a purchase
 * in progress has written its stock but not its order.
 */
public final class NaiveAuditor {

    private static final Duration PAUSE = Duration.ofMillis(250);

    private final ReadOnlyDatabase database;
    private final Clock clock;

    public NaiveAuditor(DataSource dataSource, Clock clock) {
        this.database = new ReadOnlyDatabase(Source.LAB_DATABASE, dataSource);
        this.clock = clock;
    }

    /**
     * Audits the sale once nothing changes, or when the timeout (at most {@link Deadline#MAX_TIMEOUT}) ends.
     *
     * <p>Empty if there is no such sale.
     *
     * @param clients what clients saw; null if unknown
     * @throws SourceUnavailableException when the database cannot be read
     */
    public Optional<SaleVerdict> audit(long saleId, Duration timeout, @Nullable ClientRecord clients)
            throws InterruptedException {
        Deadline deadline = Deadline.after(timeout);
        Optional<NaiveSnapshot> before = read(saleId);
        while (before.isPresent()) {
            Thread.sleep(PAUSE);
            NaiveSnapshot now = read(saleId).orElseThrow();
            boolean still = now.sameAs(before.get());
            if (still || deadline.hasPassed()) {
                List<String> waitingFor = still ? List.of() : List.of("purchases are being made");
                return Optional.of(now.verdict(clients, waitingFor, clock.instant()));
            }
            before = Optional.of(now);
        }
        return Optional.empty();
    }

    private Optional<NaiveSnapshot> read(long saleId) {
        return database.atOneMoment(jdbc -> {
            OrderRows orders = orders(jdbc, saleId);
            return jdbc
                    .query(
                            "SELECT id, title, initial_stock, stock FROM naive_sale WHERE id = ?",
                            (row, number) -> new NaiveSnapshot(
                                    row.getLong("id"),
                                    row.getString("title"),
                                    row.getLong("initial_stock"),
                                    row.getLong("stock"),
                                    orders),
                            saleId)
                    .stream()
                    .findFirst();
        });
    }

    private static OrderRows orders(JdbcTemplate jdbc, long saleId) {
        return new OrderRows(jdbc.query(
                "SELECT id, user_id FROM naive_order WHERE sale_id = ? ORDER BY id",
                (row, _) -> new OrderRow(row.getLong(1), row.getLong(2), OrderStatus.AWAITING_PAYMENT, false),
                saleId));
    }
}
