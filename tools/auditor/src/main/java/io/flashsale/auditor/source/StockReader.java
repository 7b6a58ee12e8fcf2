package io.flashsale.auditor.source;

import io.flashsale.auditor.snapshot.Offer;
import io.flashsale.auditor.snapshot.SaleHead;
import io.flashsale.auditor.snapshot.StockFlow;
import io.flashsale.auditor.snapshot.StockRow;
import io.flashsale.auditor.snapshot.StockSnapshot;
import io.flashsale.auditor.snapshot.StockSnapshot.EntryRow;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import io.flashsale.contracts.reservation.SaleTerms;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads the tables of stock-service. All methods throw {@link SourceUnavailableException}. */
public final class StockReader {

    private static final String SALE = """
            SELECT id, title, revision, closes_at < UTC_TIMESTAMP(3) - INTERVAL 7 DAY AS retired,
                   entry_mode <> 'OPEN' AS by_ticket, buckets, purchase_limit, price_cents,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', opens_at) DIV 1000 AS opens_at_ms,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', closes_at) DIV 1000 AS closes_at_ms, variant,
                   (SELECT GROUP_CONCAT(f.id ORDER BY f.id) FROM sale f
                    WHERE f.family_id = s.family_id AND f.id <> s.id) AS siblings
            FROM sale s WHERE id = ?
            """;
    private static final String RECENT =
            "SELECT id FROM sale WHERE closes_at >= UTC_TIMESTAMP(3) - INTERVAL 7 DAY ORDER BY id";
    private static final String STOCK = """
            SELECT bucket, initial, added, available, deducted, released, version, moved,
                   (SELECT COALESCE(SUM(m.units), 0) FROM stock_move m WHERE m.sale_id = k.sale_id AND m.to_bucket = k.bucket)
                 - (SELECT COALESCE(SUM(m.units), 0) FROM stock_move m WHERE m.sale_id = k.sale_id AND m.from_bucket = k.bucket)
                   AS moves
            FROM stock k WHERE sale_id = ? ORDER BY bucket
            """;
    private static final String FLOWS = "SELECT order_id, user_id, type FROM stock_flow WHERE sale_id = ?";

    /** All slots of the sale's family, less those of orders of its siblings: they are for the siblings' audits. */
    private static final String SLOTS = """
            SELECT u.order_id FROM family_unit u JOIN sale s ON s.family_id = u.family_id
            WHERE s.id = ? AND NOT EXISTS (SELECT 1 FROM stock_flow f JOIN sale v ON v.id = f.sale_id
                                           WHERE f.order_id = u.order_id AND v.family_id = s.family_id AND v.id <> s.id)
            """;

    private static final String ENTRIES = """
            SELECT number, user_id, COALESCE(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', ticket_issued_at) DIV 1000, 0)
            FROM entry WHERE sale_id = ?
            """;

    /** The gate of a bucket has the number of the bucket above the 48 bits of the sale's id. */
    static final String BACKLOG = "SELECT COUNT(*) FROM reservation_backlog WHERE gate_id % 281474976710656 = ?";

    private final ReadOnlyDatabase database;

    public StockReader(DataSource dataSource) {
        this.database = new ReadOnlyDatabase(Source.STOCK_DATABASE, dataSource);
    }

    /** The sale and its stock at one moment, without flows and entries; cheap. Empty if there is no such sale. */
    public Optional<StockSnapshot> levels(long saleId) {
        return database.atOneMoment(jdbc ->
                sale(jdbc, saleId).map(sale -> new StockSnapshot(sale, stock(jdbc, saleId), List.of(), Map.of())));
    }

    /** The sales whose gates exist, by their ids. */
    public List<Long> recent() {
        return database.atOneMoment(jdbc -> jdbc.queryForList(RECENT, Long.class));
    }

    /** Groups of the sale's reservations that were answered before Kafka had acknowledged them, and may not be there. */
    public long backlog(long saleId) {
        return database.count(BACKLOG, saleId);
    }

    /** All data of the sale at one moment; empty if there is no such sale. */
    public Optional<StockSnapshot> read(long saleId) {
        return database.atOneMoment(jdbc -> sale(jdbc, saleId)
                .map(sale -> new StockSnapshot(
                        sale,
                        stock(jdbc, saleId),
                        flows(jdbc, saleId),
                        entries(jdbc, saleId),
                        sale.siblings().isEmpty()
                                ? Set.of()
                                : Set.copyOf(jdbc.queryForList(SLOTS, Long.class, saleId)))));
    }

    private static Optional<SaleHead> sale(JdbcTemplate jdbc, long saleId) {
        return jdbc
                .query(
                        SALE,
                        (row, number) -> new SaleHead(
                                row.getLong("id"),
                                row.getLong("revision"),
                                row.getBoolean("retired"),
                                row.getBoolean("by_ticket"),
                                row.getInt("buckets"),
                                row.getInt("purchase_limit"),
                                new Offer(
                                        row.getLong("opens_at_ms"),
                                        row.getLong("closes_at_ms"),
                                        SaleTerms.title(row.getString("title"), row.getString("variant")),
                                        row.getLong("price_cents")),
                                siblings(row.getString("siblings"))),
                        saleId)
                .stream()
                .findFirst();
    }

    private static List<Long> siblings(@Nullable String ids) {
        return ids == null
                ? List.of()
                : Stream.of(ids.split(",")).map(Long::valueOf).toList();
    }

    private static List<StockRow> stock(JdbcTemplate jdbc, long saleId) {
        return jdbc.query(
                STOCK,
                (row, _) -> new StockRow(
                        row.getInt("bucket"),
                        row.getLong("initial"),
                        row.getLong("added"),
                        row.getLong("available"),
                        row.getLong("deducted"),
                        row.getLong("released"),
                        row.getLong("version"),
                        row.getLong("moved"),
                        row.getLong("moves")),
                saleId);
    }

    private static List<StockFlow> flows(JdbcTemplate jdbc, long saleId) {
        return jdbc.query(
                FLOWS,
                (row, _) -> new StockFlow(
                        row.getLong(1),
                        row.getLong(2),
                        ReadOnlyDatabase.named(row.getString(3), StockFlow.Type.UNKNOWN)),
                saleId);
    }

    private static Map<Long, EntryRow> entries(JdbcTemplate jdbc, long saleId) {
        Map<Long, EntryRow> entries = new HashMap<>();
        jdbc.query(
                ENTRIES,
                row -> {
                    entries.put(row.getLong(1), new EntryRow(row.getLong(2), row.getLong(3)));
                },
                saleId);
        return entries;
    }
}
