package io.flashsale.gateway.soldout;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.Campaign;
import io.flashsale.admission.ReservationIds;
import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.StockGates.Hold;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.devstack.system.DevStack;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.redisson.api.RedissonClient;

/** The real gates, on a database of their own. */
class GateSaleStatesContractIT implements SaleStatesContract {

    private static final RedissonClient REDISSON =
            SaleStatesContract.connect(DevStack.shared().redis().freshDatabase());
    private static final StockGates GATES = new StockGates(REDISSON, CampaignKind.SALE);
    private static final AdmissionService ADMISSION = new AdmissionService(
            GATES,
            new ReservationIds(new AtomicLong()::incrementAndGet),
            group -> CompletableFuture.completedFuture(group),
            Duration.ofMinutes(1));
    private static final AtomicLong SALES = new AtomicLong();

    /** Each user's reservation. */
    private final Map<Long, Long> reservations = new HashMap<>();

    @AfterAll
    static void disconnect() {
        REDISSON.shutdown();
    }

    @Override
    public SaleStates states() {
        return new GateSaleStates(GATES);
    }

    @Override
    public long open(long remaining, long... holders) {
        long sale = SALES.incrementAndGet();
        for (long holder : holders) {
            reservations.put(holder, holder);
        }
        Instant now = Instant.now();
        Campaign campaign =
                new Campaign(sale, 1, now.minusSeconds(60), now.plusSeconds(3_600), remaining + holders.length, "{}");
        assertThat(StockGateRebuild.begin(GATES, sale).reopen(campaign, remaining, reservations))
                .isTrue();
        return sale;
    }

    @Override
    public long unknown() {
        return SALES.incrementAndGet();
    }

    @Override
    public void pass(long sale, long from, long to) {
        GATES.release(sale, List.of(new Hold(from, reservations.getOrDefault(from, 0L), true)));
        reservations.put(to, await().atMost(Duration.ofMinutes(2)).until(() -> admit(sale, to), id -> id > 0));
    }

    @Override
    public void offer(long sale, long... users) {
        Campaign now = GATES.campaign(sale).orElseThrow();
        GATES.amend(withWaitingList(now));
        GATES.offers(sale, GATES.state(sale).orElseThrow().epoch(), Duration.ofMinutes(2))
                .make(Arrays.stream(users).boxed().collect(toMap(user -> user, user -> user)));
    }

    static Campaign withWaitingList(Campaign campaign) {
        return new Campaign(
                campaign.id(),
                campaign.revision() + 1,
                campaign.opensAt(),
                campaign.closesAt(),
                campaign.totalStock(),
                campaign.terms(),
                campaign.perUser(),
                false,
                1,
                true,
                campaign.siblings());
    }

    /** The reservation; 0 while a slow Redis does not answer. */
    private static long admit(long sale, long user) {
        return switch (ADMISSION.admit(sale, user, "of-the-contract-test")) {
            case Admission.Admitted(long id) -> id;
            case Admission.AlreadyHolding(long id) -> id;
            default -> 0;
        };
    }
}
