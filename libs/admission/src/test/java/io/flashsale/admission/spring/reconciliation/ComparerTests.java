package io.flashsale.admission.spring.reconciliation;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.admission.StockGateState;
import io.flashsale.admission.StockGates;
import io.flashsale.admission.outbox.Backlog;
import io.flashsale.admission.outbox.Backlog.Mark;
import io.flashsale.admission.outbox.OutboxRelay;
import io.flashsale.admission.spring.reconciliation.CampaignLedger.Levels;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Part of a queue does not answer: campaigns that another part is done with are compared all the same. */
class ComparerTests {

    private static final long WELL = 1;
    private static final long SILENT = 2;

    private final StockGates gates = mock(StockGates.class);
    private final OutboxRelay relay = mock(OutboxRelay.class);
    private final QueueDouble queue = new QueueDouble();
    private final QueueDouble returns = new QueueDouble();
    private final Comparer comparer = new Comparer(gates, relay, List.of(queue, returns), _ -> new Levels(10, 6, 4));

    @BeforeEach
    void gatesThatAgree() {
        Optional<StockGateState> gate =
                Optional.of(new StockGateState("epoch", false, true, 6, 10, 1, Instant.EPOCH, Instant.MAX, 0, 0, 4));
        when(gates.states(anyCollection())).thenAnswer(asked -> {
            Collection<Long> campaigns = asked.getArgument(0);
            return campaigns.stream().collect(toMap(campaign -> campaign, campaign -> gate));
        });
        when(gates.state(anyLong())).thenReturn(gate);
        when(relay.mark(anyCollection())).thenAnswer(asked -> new QueueDouble().mark(asked.getArgument(0)));
    }

    /** Like {@link KafkaBacklog} it throws if it knows nothing of any campaign that it still has to ask about. */
    private static final class QueueDouble implements Backlog {

        private final Set<Long> withoutAnswer = new HashSet<>();
        private final Set<Long> silentOnceMarked = new HashSet<>();

        @Override
        public Mark mark(Collection<Long> campaignIds) throws ExecutionException {
            Set<Long> marked = new HashSet<>(campaignIds);
            marked.removeAll(withoutAnswer);
            if (marked.isEmpty() && !campaignIds.isEmpty()) {
                throw new ExecutionException("no part of the queue answers", null);
            }
            return new Mark() {

                private final Set<Long> notPassed = new HashSet<>(marked);

                @Override
                public Set<Long> campaigns() {
                    return marked;
                }

                @Override
                public Set<Long> waiting() throws ExecutionException {
                    boolean isAnyKnown = notPassed.isEmpty() || notPassed.retainAll(silentOnceMarked);
                    if (!isAnyKnown) {
                        throw new ExecutionException("no part of the queue answers any more", null);
                    }
                    return Set.copyOf(notPassed);
                }
            };
        }
    }

    @Test
    void shouldCompareAllWhenAllHasArrived() throws Exception {
        assertThat(comparer.compare(List.of(WELL, SILENT)).values()).containsOnly(new Comparison.Agreed());
    }

    @Test
    void shouldCompareTheOthersWhenAPartOfAQueueDoesNotAnswer() throws Exception {
        returns.withoutAnswer.add(SILENT);
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
        queue.withoutAnswer.addAll(List.of(WELL, SILENT));
        assertThatThrownBy(() -> comparer.compare(List.of(WELL, SILENT))).isInstanceOf(ExecutionException.class);
        queue.withoutAnswer.clear();
        queue.silentOnceMarked.addAll(List.of(WELL, SILENT));
        assertThatThrownBy(() -> comparer.compare(List.of(WELL, SILENT))).isInstanceOf(ExecutionException.class);
    }
}
