package io.flashsale.auditor.restore;

import io.flashsale.auditor.source.BucketLocations;
import io.flashsale.auditor.source.ReadOnlyDatabase;
import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.auditor.source.SourceUnavailableException.Source;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScript;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;

/**
 * Brings the stores together again after one of them was restored from a backup, while no service runs. Which one it
 * was need not be said: whatever the others still know is done once more, and what was done already is recognized.
 *
 * <p>Only Kafka and the names of Redis' runs are changed. MySQL is changed by the services when they start, and by
 * the operator who runs what {@link LostPrices} names. All methods throw {@link SourceUnavailableException}.
 */
public record Restoration(Stores stores) {

    /** How long before the backup a message may have been sent and not yet processed. */
    public static final Duration UNDER_WAY = Duration.ofMinutes(10);

    private static final Pattern ORDER = Pattern.compile("\"orderId\"\\s*:\\s*\"?(\\d{1,19})");

    /**
     * Gives the run of the server a name that no gate knows, so that each gate is rebuilt. The name does not expire
     * before a service first asks for it; see shared/run.lua of libs/admission.
     */
    private static final String NEW_RUN = """
            local process = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
            local promotion = string.match(redis.call('INFO', 'replication'), 'master_replid2:(%x+)')
            redis.call('HSET', KEYS[1], 'name', process .. ':restored:' .. ARGV[1], 'promotion', promotion)
            redis.call('PERSIST', KEYS[1])
            return 'OK'""";

    /** Units that left the stock and have not come back. */
    private static final String HELD = """
            SELECT d.order_id, d.sale_id, d.user_id, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', d.created_at) DIV 1000
            FROM stock_flow d
            LEFT JOIN stock_flow r ON r.order_id = d.order_id AND r.type = 'RELEASE'
            WHERE d.type = 'DEDUCT' AND r.order_id IS NULL AND d.order_id > ? ORDER BY d.order_id LIMIT %s
            """.formatted(Stores.PAGE);

    private static final String ENDS = """
            SELECT id, IF(status IN ('CLOSED', 'REJECTED', 'REFUND_DUE', 'REFUNDED') AND NOT unit_kept, reason, '')
            FROM orders
            WHERE id IN""";

    /** The reason of an order that has ended without a release. */
    private static final String ALREADY_RELEASED = "ALREADY_RELEASED";

    private static final String REVIEWED = "SELECT order_id FROM order_under_review WHERE order_id IN";

    private static final String SALES = """
            SELECT s.id, s.title, p.image_url, s.price_cents, s.buckets
            FROM sale s JOIN product p ON p.id = s.product_id WHERE s.id IN""";

    private static final String TICKET =
            "SELECT number FROM entry WHERE sale_id = ? AND user_id = ? AND ticket_issued_at IS NOT NULL";

    private static final String RESERVED = """
            SELECT id, order_id, attempt FROM coupon WHERE status = 'RESERVED' AND id > ? ORDER BY id LIMIT %s
            """.formatted(Stores.PAGE);

    private static final String USES =
            "SELECT order_id, coupon_id, attempt, state, COALESCE(discount_cents, 0) FROM order_coupon"
                    + " WHERE order_id IN";

    private static final String UNDER_REVIEW = """
            SELECT r.order_id, r.sale_id, r.user_id, r.title, r.image_url, r.price_cents,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', r.since) DIV 1000
            FROM order_under_review r LEFT JOIN orders o ON o.id = r.order_id
            WHERE o.id IS NULL AND r.order_id > ? ORDER BY r.order_id LIMIT %s
            """.formatted(Stores.PAGE);

    /**
     * What was done.
     *
     * @param readAgain messages about reservations and claims that will be read once more
     * @param released orders that have ended, whose units come back
     * @param settled coupons whose orders have decided about them
     * @param reserved reservations without an order, or under review without a dead letter
     */
    public record Done(long readAgain, int released, int settled, int reserved) {}

    /** The consumer groups of services that still run; nothing may be done before there is none. */
    public List<String> running() {
        try (ConsumerGroups groups = new ConsumerGroups(stores.kafka())) {
            return groups.running(List.of(
                    StockReserved.PLACEMENT_GROUP,
                    OrderReleased.RELEASE_GROUP,
                    CouponClaimed.ISSUING_GROUP,
                    CouponSettled.GROUP));
        } catch (ExecutionException | KafkaException fault) {
            throw new SourceUnavailableException(Source.KAFKA, fault);
        }
    }

    /**
     * Does it all; may be repeated.
     *
     * @param backup when the backup was made
     */
    public Done run(Instant backup) {
        Instant since = backup.minus(UNDER_WAY);
        try (ConsumerGroups groups = new ConsumerGroups(stores.kafka());
                Sender sender = new Sender(stores.kafka())) {
            // MySQL may have forgotten what these groups have done.
            long readAgain = groups.rewind(StockReserved.TOPIC, StockReserved.PLACEMENT_GROUP, since)
                    + groups.rewind(CouponClaimed.TOPIC, CouponClaimed.ISSUING_GROUP, since);
            // The unread may be about orders that MySQL has brought back to life; what MySQL still says is sent again.
            groups.skip(OrderReleased.TOPIC, OrderReleased.RELEASE_GROUP);
            groups.skip(CouponSettled.TOPIC, CouponSettled.GROUP);
            sendLostLetters(sender);
            sendReleases(sender);
            sendSettlements(sender);
            sender.awaitAcknowledgements();
            beginNewRuns();
            return new Done(
                    readAgain,
                    sender.sent(OrderReleased.TOPIC),
                    sender.sent(CouponSettled.TOPIC),
                    sender.sent(StockReserved.TOPIC));
        } catch (ExecutionException | KafkaException fault) {
            throw new SourceUnavailableException(Source.KAFKA, fault);
        }
    }

    private record Held(long orderId, long saleId, long userId, Instant since) {}

    /**
     * Sends the release again for each ended order whose unit the ledger still counts, and the reservation again for
     * each counted unit without an order.
     */
    private void sendReleases(Sender sender) {
        pages(
                after -> Stores.rows(
                        stores.stock(),
                        HELD,
                        (row, _) -> new Held(
                                row.getLong(1), row.getLong(2), row.getLong(3), Instant.ofEpochMilli(row.getLong(4))),
                        after),
                Held::orderId,
                page -> {
                    List<Long> ids = page.stream().map(Held::orderId).toList();
                    Map<Long, String> ends = Stores.byId(stores.order(), ENDS, ids, row -> row.getString(2));
                    Map<Long, Boolean> reviewed = Stores.byId(stores.order(), REVIEWED, ids, _ -> true);
                    for (Held held : page) {
                        String reason = ends.get(held.orderId());
                        if (reason == null && !reviewed.containsKey(held.orderId())) {
                            reserve(sender, held, null);
                        } else if (reason != null && !reason.isEmpty() && !reason.equals(ALREADY_RELEASED)) {
                            sender.send(
                                    OrderReleased.TOPIC,
                                    held.saleId(),
                                    new OrderReleased(
                                            held.orderId(),
                                            held.saleId(),
                                            held.userId(),
                                            ReadOnlyDatabase.named(reason, OrderReleased.Reason.OTHER)));
                        }
                    }
                });
    }

    private record Sale(SaleTerms terms, int buckets) {}

    /** @param terms of the reservation; null for those that the sale has now */
    private void reserve(Sender sender, Held held, @Nullable SaleTerms terms) {
        Sale sale = Stores.byId(
                        stores.stock(),
                        SALES,
                        List.of(held.saleId()),
                        row -> new Sale(
                                new SaleTerms(row.getString(2), row.getString(3), row.getLong(4)), row.getInt(5)))
                .get(held.saleId());
        if (sale == null) {
            return; // lost, too
        }
        List<Long> ticket =
                Stores.rows(stores.stock(), TICKET, (row, _) -> row.getLong(1), held.saleId(), held.userId());
        int bucket = BucketLocations.home(held.userId(), sale.buckets());
        sender.send(new StockReservedGroup(
                held.saleId(),
                terms == null ? sale.terms() : terms,
                held.since(),
                List.of(new StockReservedGroup.Line(
                        held.orderId(), held.userId(), null, ticket.isEmpty() ? null : ticket.getFirst())),
                bucket == 0 ? null : bucket));
    }

    private record Reserved(long couponId, long orderId, int attempt) {}

    private record Use(long couponId, int attempt, String state, long discountCents) {

        boolean isPendingFor(Reserved coupon) {
            return couponId == coupon.couponId() && attempt == coupon.attempt() && !state.equals("FREED") && !isUsed();
        }

        boolean isUsed() {
            return state.equals("USED");
        }
    }

    /** Sends the settlement of each reserved coupon again, unless its order is still using it. */
    private void sendSettlements(Sender sender) {
        pages(
                after -> Stores.rows(
                        stores.coupon(),
                        RESERVED,
                        (row, _) -> new Reserved(row.getLong(1), row.getLong(2), row.getInt(3)),
                        after),
                Reserved::couponId,
                page -> {
                    Map<Long, Use> uses = Stores.byId(
                            stores.order(),
                            USES,
                            page.stream().map(Reserved::orderId).toList(),
                            row -> new Use(row.getLong(2), row.getInt(3), row.getString(4), row.getLong(5)));
                    for (Reserved coupon : page) {
                        Use use = uses.get(coupon.orderId());
                        if (use == null || !use.isPendingFor(coupon)) {
                            sender.send(CouponSettled.TOPIC, coupon.couponId(), settled(coupon, use));
                        }
                    }
                });
    }

    private static CouponSettled settled(Reserved coupon, @Nullable Use use) {
        return use != null && use.isUsed() && use.couponId() == coupon.couponId()
                ? new CouponSettled(
                        coupon.couponId(),
                        coupon.orderId(),
                        use.attempt(),
                        CouponSettled.Outcome.USED,
                        use.discountCents())
                : new CouponSettled(
                        coupon.couponId(), coupon.orderId(), coupon.attempt(), CouponSettled.Outcome.FREED, 0);
    }

    private record Reviewed(Held order, SaleTerms terms) {}

    /** Sends reservations again whose dead letter is lost: an administrator could not decide about them otherwise. */
    private void sendLostLetters(Sender sender) {
        Set<Long> letters = lettersAbout();
        pages(
                after -> Stores.rows(
                        stores.order(),
                        UNDER_REVIEW,
                        (row, _) -> new Reviewed(
                                new Held(
                                        row.getLong(1),
                                        row.getLong(2),
                                        row.getLong(3),
                                        Instant.ofEpochMilli(row.getLong(7))),
                                new SaleTerms(row.getString(4), row.getString(5), row.getLong(6))),
                        after),
                reviewed -> reviewed.order().orderId(),
                page -> {
                    for (Reviewed each : page) {
                        if (!letters.contains(each.order().orderId())) {
                            reserve(sender, each.order(), each.terms());
                        }
                    }
                });
    }

    /** The orders that dead letters name. */
    private Set<Long> lettersAbout() {
        Set<Long> orders = new HashSet<>();
        TopicReader.read(stores.kafka(), StockReserved.DEAD_LETTER_TOPIC, Instant.EPOCH, letter -> {
            Matcher named = ORDER.matcher(new String(letter, StandardCharsets.UTF_8));
            while (named.find()) {
                orders.add(Long.parseLong(named.group(1)));
            }
        });
        return orders;
    }

    private static <T> void pages(LongFunction<List<T>> read, Function<T, Long> id, Consumer<List<T>> page) {
        for (List<T> rows = read.apply(0); !rows.isEmpty(); rows = read.apply(id.apply(rows.getLast()))) {
            page.accept(rows);
        }
    }

    /** Nothing else makes a gate forget what MySQL does not know, or remember what it does. */
    private void beginNewRuns() {
        try {
            for (int shard = 0; shard < BucketLocations.SHARDS; shard++) {
                stores.redis()
                        .getScript(StringCodec.INSTANCE)
                        .eval(
                                RScript.Mode.READ_WRITE,
                                NEW_RUN,
                                RScript.ReturnType.STRING,
                                List.of("{s" + shard + "}:run"),
                                Long.toHexString(System.currentTimeMillis()));
            }
        } catch (RedisException silent) {
            throw new SourceUnavailableException(Source.REDIS, silent);
        }
    }
}
