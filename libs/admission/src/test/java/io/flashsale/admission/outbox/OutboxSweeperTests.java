package io.flashsale.admission.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.UserReservation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class OutboxSweeperTests {

    private final List<String> forgotten = new ArrayList<>();
    private CompletionStage<?> answer = CompletableFuture.completedFuture(1L);
    private boolean throwing;
    private final OutboxSweeper sweeper = new OutboxSweeper((shard, groups) -> {
        if (throwing) {
            throw new IllegalStateException("the client is shut down");
        }
        groups.forEach(group -> forgotten.add(group.outboxEntry()));
        return answer;
    });

    private static ReservationGroup group(String entry) {
        return new ReservationGroup(
                entry, 42, "", Instant.EPOCH, List.of(new UserReservation(16, 7, "", UserReservation.NO_TICKET)));
    }

    @Test
    void shouldForgetTogetherWhatHasGatheredMeanwhile() {
        CompletableFuture<Long> busy = new CompletableFuture<>();
        answer = busy;
        sweeper.sweep(group("1-0"));
        sweeper.sweep(group("2-0"));
        sweeper.sweep(group("3-0"));
        assertThat(forgotten).containsExactly("1-0");
        busy.complete(1L);
        assertThat(forgotten).containsExactly("1-0", "2-0", "3-0");
    }

    @Test
    void shouldGoOnWhenRedisFailsOrTheClientRefuses() {
        answer = CompletableFuture.failedFuture(new IllegalStateException("no answer"));
        sweeper.sweep(group("1-0"));
        throwing = true;
        sweeper.sweep(group("2-0"));
        throwing = false;
        sweeper.sweep(group("3-0"));
        assertThat(forgotten).containsExactly("1-0", "3-0");
    }
}
