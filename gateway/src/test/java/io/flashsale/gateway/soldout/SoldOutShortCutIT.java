package io.flashsale.gateway.soldout;

import static io.flashsale.commons.testing.OutsideClient.assertProblem;
import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.StockGates.Hold;
import io.flashsale.admission.bucket.Buckets;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.devstack.server.redis.RedisDatabase;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import io.flashsale.gateway.support.SignedTokens;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The short cut on a real Redis of its own, because one test stops it. */
class SoldOutShortCutIT extends ManualClockTest {

    private static final DevStack STACK = DevStack.in(
                    Path.of("target", "devstack-soldout").toAbsolutePath())
            .redis()
            .start();
    private static final RedisServer REDIS = STACK.redis();
    private static final RedisDatabase DATABASE = REDIS.freshDatabase();
    private static final RedissonClient REDISSON = SaleStatesContract.connect(DATABASE);
    private static final StockGates GATES = new StockGates(REDISSON, CampaignKind.SALE);
    private static final String STOCK_ANSWER = "{\"type\":\"/problems/sold-out\",\"detail\":\"from stock-service\"}";
    private static final long HOLDER = 11;
    private static final long OTHER = 22;
    private static final long OFFERED = 33;
    private static final Duration HANG_GUARD = Duration.ofMinutes(2);

    @Autowired
    private SoldOutSales sales;

    private static long nextSale = 1;
    private final long sale = nextSale++;
    private final String reservations = "/api/sales/" + sale + "/reservations";

    @DynamicPropertySource
    static void redis(DynamicPropertyRegistry properties) {
        properties.add("spring.data.redis.url", DATABASE::url);
    }

    @AfterAll
    static void stop() {
        REDISSON.shutdown();
        STACK.close();
    }

    @BeforeEach
    void stockServiceSaysSoldOutToAll() {
        STOCK.on(reservations, FakeService.json(409, STOCK_ANSWER, "X-Sale-State", "SOLD_OUT"));
    }

    private void open(Map<Long, Long> holders) {
        openBucket(sale, 1, holders);
    }

    /** Nothing remains of it. */
    private void openBucket(long gate, int buckets, Map<Long, Long> holders) {
        Instant opened = Instant.now().minusSeconds(60);
        Instant closes = time.instant().plus(Duration.ofDays(1));
        Campaign campaign = new Campaign(gate, 1, opened, closes, holders.size(), "{}", 1, false, buckets);
        assertThat(StockGateRebuild.begin(GATES, gate).reopen(campaign, 0, holders))
                .isTrue();
    }

    private boolean answeredByGateway(long user) {
        STOCK.calls().clear();
        var answer = client.post(reservations, SignedTokens.shopper(user), "");
        assertStatus(answer, 409);
        return STOCK.calls().isEmpty() && !answer.body().contains("from stock-service");
    }

    private void awaitAnsweredByGateway(boolean expected) {
        await().until(() -> {
            time.pass(Duration.ofMillis(50));
            return answeredByGateway(OTHER) == expected;
        });
    }

    /** Polls as the background tasks do, often enough to learn everything by then. */
    private void assertThatNobodyIsRefusedByTheGateway() {
        for (int looks = 0; looks < 3; looks++) {
            time.pass(Duration.ofSeconds(1));
            await().ignoreExceptions().until(() -> {
                sales.refreshAll();
                sales.readHolders();
                return true;
            });
            assertThat(answeredByGateway(OTHER)).isFalse();
        }
    }

    @Test
    void answersByItselfOnceASaleIsSoldOut() {
        open(Map.of(HOLDER, 1L));
        assertThat(answeredByGateway(OTHER)).as("the first one").isFalse();
        awaitAnsweredByGateway(true);
        STOCK.calls().clear();
        assertProblem(client.post(reservations, SignedTokens.shopper(OTHER), "{}"), 409, "sold-out");
        assertProblem(client.post(reservations, null, ""), 401, "unauthenticated");
        assertProblem(client.post(reservations, SignedTokens.forged(), ""), 401, "unauthenticated");
        assertThat(STOCK.calls()).isEmpty();
    }

    /** While one of two buckets has a unit, or a unit is between them, the gateway refuses nobody. */
    @Test
    void answersByItselfOnlyWhileNoBucketHasAUnit() {
        long other = Buckets.gate(sale, 1);
        openBucket(sale, 2, Map.of(HOLDER, 1L));
        openBucket(other, 2, Map.of());
        awaitAnsweredByGateway(true);
        assertThat(answeredByGateway(HOLDER)).isFalse();
        GATES.release(sale, List.of(new Hold(HOLDER, 1L, true)));
        awaitAnsweredByGateway(false);
        assertThat(GATES.moveOut(sale, "a-move", Duration.ofSeconds(10))).isEqualTo(1);
        assertThatNobodyIsRefusedByTheGateway();
        assertThat(GATES.moveIn(
                        other, "a-move", GATES.state(other).orElseThrow().epoch(), 1))
                .isTrue();
        assertThatNobodyIsRefusedByTheGateway();
    }

    /** A storm of clicks while a unit is offered to one shopper of a waiting list. */
    @Test
    void letsOnlyThoseWithAnOfferThroughWhileOthersWait() {
        open(Map.of(HOLDER, 1L));
        awaitAnsweredByGateway(true);
        GATES.amend(
                GateSaleStatesContractIT.withWaitingList(GATES.campaign(sale).orElseThrow()));
        GATES.offers(sale, GATES.state(sale).orElseThrow().epoch(), HANG_GUARD).make(Map.of(OFFERED, 1L));
        GATES.release(sale, List.of(new Hold(HOLDER, 1L, true)));
        await().until(() -> !answeredByGateway(OFFERED));

        STOCK.calls().clear();
        for (long user = 1_000; user < 1_100; user++) {
            assertProblem(client.post(reservations, SignedTokens.shopper(user), ""), 409, "sold-out");
        }
        assertThat(STOCK.calls()).isEmpty();
        assertThat(answeredByGateway(OFFERED)).isFalse();
        assertThat(answeredByGateway(HOLDER)).isFalse();
    }

    @Test
    void forwardsWhileRedisIsAwayAndDoesNotTrustAnEmptyOne() {
        open(Map.of(HOLDER, 1L));
        awaitAnsweredByGateway(true);
        REDIS.stop();
        awaitAnsweredByGateway(false);
        assertThat(answeredByGateway(OTHER)).isFalse();
        REDIS.start();
        await().ignoreExceptions().until(() -> {
            GATES.state(sale);
            return true;
        });
        assertThatNobodyIsRefusedByTheGateway();
        open(Map.of(HOLDER, 1L));
        awaitAnsweredByGateway(true);
    }
}
