package io.flashsale.stock;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.StockGateRebuild.Held;
import io.flashsale.admission.bucket.BucketMoves;
import io.flashsale.admission.bucket.BucketMovesContract;
import io.flashsale.admission.outbox.Backlog;
import io.flashsale.admission.outbox.BacklogContract;
import io.flashsale.admission.spring.reconciliation.KafkaBacklog;
import io.flashsale.admission.spring.reconciliation.QueuePartitions;
import io.flashsale.commons.kafka.ConsumerProgress;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.contracts.testing.AdmissionContract;
import io.flashsale.contracts.testing.PlacementContract;
import io.flashsale.contracts.testing.Recorded;
import io.flashsale.contracts.testing.Recorded.Variant;
import io.flashsale.contracts.testing.SaleProductContract;
import io.flashsale.contracts.testing.StockServiceContract;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Checks the stubs that tests of admission, order-service, coupon-service and the gateway use against the real
 * service, and {@link PlacementDouble}, which plays order-service here.
 */
class StockServiceContractIT extends StockServiceFixture
        implements StockServiceContract,
                AdmissionContract,
                SaleProductContract,
                PlacementContract,
                BacklogContract,
                BucketMovesContract {

    @Autowired
    private ConsumerProgress progress;

    @Autowired
    private BucketMoves moves;

    @Override
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public String serviceToken() {
        return service();
    }

    @Override
    public String gatewayToken() {
        return gateway();
    }

    @Override
    public long sale(int units) {
        return openSale(units);
    }

    @Override
    public long priceCents() {
        return 100;
    }

    @Override
    public void release(OrderReleased ended) {
        ledger.release(ended.saleId(), List.of(ended));
    }

    @Override
    public long reservation(long saleId, long userId) {
        return reserved(saleId, userId);
    }

    @Override
    public long openSale() {
        return openTo(1, 3);
    }

    @Override
    public long soldOutSale() {
        return openTo(1, 1);
    }

    @Override
    public Map.Entry<Long, Long> saleOfProduct() {
        long sale = openSale(1);
        return Map.entry(sale, database.number("SELECT product_id FROM sale WHERE id = " + sale));
    }

    @Override
    public long unknownSale() {
        return 999_999_998L;
    }

    @Override
    public void send(StockReservedGroup group) {
        kafka.send(StockReserved.TOPIC, Long.toString(group.saleId()), json.writeValueAsBytes(group))
                .join();
    }

    @Override
    public void awaitCommitted() throws Exception {
        ConsumerProgress.Mark sent = progress.mark(StockReserved.TOPIC);
        placement.placeEverything();
        assertThat(progress.passed(StockReserved.PLACEMENT_GROUP, List.of(sent)))
                .containsExactly(sent);
    }

    @Override
    public Set<Long> holding(long saleId) {
        try (Stream<Held> holders = ledger.holders(saleId)) {
            return holders.map(Held::reservationId).collect(Collectors.toSet());
        }
    }

    @Override
    public Backlog backlog() {
        return new KafkaBacklog(progress, StockReserved.TOPIC, StockReserved.PLACEMENT_GROUP);
    }

    @Override
    public long campaign() {
        return openSale(1);
    }

    @Override
    public long campaignInAnotherPart(long than) {
        int partitions = kafka.partitionsFor(StockReserved.TOPIC).size();
        return LongStream.iterate(than, id -> id + 1)
                .filter(id -> QueuePartitions.partition(id, partitions) != QueuePartitions.partition(than, partitions))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void queue(long campaign) {
        reservation(campaign, 1);
    }

    @Override
    public void placeAll() {
        placement.placeEverything();
    }

    @Override
    public BucketMoves moves() {
        return moves;
    }

    @Override
    public long campaignInBuckets() {
        return withOpenGates(create(6, ", \"buckets\": 2"));
    }

    @Override
    public long movedInto(long sale, int bucket) {
        return database.number("SELECT moved FROM stock WHERE sale_id = " + sale + " AND bucket = " + bucket);
    }

    static Stream<Variant> callsOfOtherVersions() {
        return Stream.concat(
                Recorded.unreadable("AdmissionCall", "requests.ticket", "shed"), Recorded.unreadable("Deduct"));
    }

    @ParameterizedTest
    @MethodSource("callsOfOtherVersions")
    void shouldRefuseWhatOnlyAnotherVersionUnderstands(Variant other) {
        String body = new String(other.message(), StandardCharsets.UTF_8);
        assertThat(call("POST", AdmissionCall.PATH, gateway(), body).problem()).isEqualTo("invalid-request");
        assertThat(call("POST", "/internal/stock/deductions", service(), body).problem())
                .isEqualTo("invalid-request");
    }

    /** A sale with this many units, one of which the shopper holds. */
    private long openTo(long user, int units) {
        long sale = openSale(units);
        reservation(sale, user);
        return sale;
    }
}
