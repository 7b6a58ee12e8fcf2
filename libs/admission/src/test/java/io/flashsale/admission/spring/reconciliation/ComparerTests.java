package io.flashsale.admission.spring.reconciliation;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.outbox.BacklogDouble;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.redis.Shards;
import io.flashsale.admission.spring.reconciliation.CampaignLedger.Levels;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Part of a queue does not answer: campaigns that another part is done with are compared all the same. */
class ComparerTests {

    private static final long WELL = 1;
    private static final long SILENT = 2;

    private final StockGates gates = mock(StockGates.class);
    private final OutboxRelay relay = mock(OutboxRelay.class);
    private final Set<Long> withoutQueue = new HashSet<>();
    private final Set<Long> withoutReturns = new HashSet<>();
    private final BacklogDouble queue = new BacklogDouble(withoutQueue);
    private final BacklogDouble returns = new BacklogDouble(withoutReturns);
    private final Comparer comparer = new Comparer(
            gates,
            relay,
            List.of(queue, returns),
            id -> new Levels(campaign(id), 6, 4, 0),
            InstantSource.system(),
            Thread::sleep);

    private static Campaign campaign(long id) {
        return new Campaign(id, 1, Instant.EPOCH, Instant.EPOCH.plusSeconds(60), 10, "terms");
    }

    @BeforeEach
    void gatesThatAgree() {
        Optional<StockGateState> gate = Optional.of(
                new StockGateState("epoch", false, true, 6, 10, 1, Instant.EPOCH, Instant.MAX, 0, 0, 4, 1, 0));
        when(gates.states(anyCollection())).thenAnswer(asked -> {
            Collection<Long> campaigns = asked.getArgument(0);
            return campaigns.stream().collect(toMap(campaign -> campaign, campaign -> gate));
        });
        when(gates.state(anyLong())).thenReturn(gate);
        when(gates.campaign(anyLong())).thenAnswer(asked -> Optional.of(campaign(asked.getArgument(0))));
        when(relay.mark(anyCollection()))
                .thenAnswer(asked -> new BacklogDouble(new HashSet<>()).mark(asked.getArgument(0)));
    }

    @Test
    void shouldCompareAllWhenAllHasArrived() throws Exception {
        assertThat(comparer.compare(List.of(WELL, SILENT)).values()).containsOnly(new Comparison.Agreed());
    }

    static Stream<Campaign> otherCampaigns() {
        Campaign now = campaign(WELL);
        Instant later = now.closesAt().plusSeconds(1);
        return Stream.of(
                new Campaign(WELL, 2, now.opensAt(), now.closesAt(), 10, now.terms()),
                new Campaign(WELL, 1, now.opensAt().plusSeconds(1), now.closesAt(), 10, now.terms()),
                new Campaign(WELL, 1, now.opensAt(), later, 10, now.terms()),
                new Campaign(WELL, 1, now.opensAt(), now.closesAt(), 13, now.terms()),
                new Campaign(WELL, 1, now.opensAt(), now.closesAt(), 10, "another price"),
                new Campaign(WELL, 1, now.opensAt(), now.closesAt(), 10, now.terms(), 2),
                new Campaign(WELL, 1, now.opensAt(), now.closesAt(), 10, now.terms(), 1, true, 1),
                new Campaign(WELL, 1, now.opensAt(), now.closesAt(), 10, now.terms(), 1, false, 1, true, List.of()),
                new Campaign(
                        WELL,
                        1,
                        now.opensAt(),
                        now.closesAt(),
                        10,
                        now.terms(),
                        1,
                        false,
                        1,
                        false,
                        List.of(WELL + Shards.COUNT)));
    }

    /** Whatever it is that the gate knows otherwise, and whoever is ahead. */
    @ParameterizedTest
    @MethodSource("otherCampaigns")
    void shouldTakeAGateOfAnotherCampaignForADifference(Campaign known) throws Exception {
        when(gates.campaign(WELL)).thenReturn(Optional.of(known));
        assertThat(comparer.compare(List.of(WELL)).values()).containsOnly(new Comparison.Drifted(0, 0, 0, true));
    }

    @Test
    void shouldCompareTheOthersWhenAPartOfAQueueDoesNotAnswer() throws Exception {
        withoutReturns.add(SILENT);
        requireOneComparison();
    }

    /** The part is silent, first beside one that passes, then alone. */
    @Test
    void shouldCompareTheOthersWhenAPartOfAQueueFallsSilentAfterItWasMarked() throws Exception {
        returns.silentOnceMarked.add(SILENT);
        requireOneComparison();
    }

    private void requireOneComparison() throws Exception {
        assertThat(comparer.compare(List.of(WELL, SILENT)))
                .hasSize(2)
                .containsEntry(WELL, new Comparison.Agreed())
                .containsEntry(SILENT, new Comparison.Busy());
    }

    @Test
    void shouldSayThatNothingCanBeComparedWhenNoPartAnswers() {
        withoutQueue.addAll(List.of(WELL, SILENT));
        assertThatThrownBy(() -> comparer.compare(List.of(WELL, SILENT))).isInstanceOf(ExecutionException.class);
        withoutQueue.clear();
        queue.silentOnceMarked.addAll(List.of(WELL, SILENT));
        assertThatThrownBy(() -> comparer.compare(List.of(WELL, SILENT))).isInstanceOf(ExecutionException.class);
    }
}
