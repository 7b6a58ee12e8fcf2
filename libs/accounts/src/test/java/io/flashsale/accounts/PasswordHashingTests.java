package io.flashsale.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commons.problem.ProblemException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PasswordHashingTests {

    private final PasswordHashing passwords = hashing(4, Duration.ofMinutes(5), 2);

    private static PasswordHashing hashing(int strength, Duration timeout, int processors) {
        AccountProperties properties = new AccountProperties(null, null, List.of(), false, strength, false);
        return new PasswordHashing(properties, timeout, processors);
    }

    @Test
    void shouldKnowAPasswordAgain() {
        String hash = passwords.hash("correct horse");
        assertThat(passwords.matches("correct horse", hash)).isTrue();
        assertThat(passwords.matches("wrong horse", hash)).isFalse();
        assertThat(passwords.hash("correct horse")).isNotEqualTo(hash);
    }

    @Test
    void shouldMatchNothingWithoutAnAccountOrPasswordNotEvenTheStandIn() {
        for (String password : List.of("*", "the password of nobody", "anything")) {
            assertThat(passwords.matches(password, null)).isFalse();
            assertThat(passwords.matches(password, PasswordHashing.NO_PASSWORD)).isFalse();
        }
    }

    @Test
    void shouldNotTakeALongerPasswordForTheOneItBeginsWith() {
        String longest = "x".repeat(PasswordHashing.MAX_BYTES);
        String hash = passwords.hash(longest);
        assertThat(passwords.matches(longest, hash)).isTrue();
        assertThat(passwords.matches(longest + "y", hash)).isFalse();
    }

    @Test
    void shouldLeaveAProcessorToThoseWhoBuy() {
        assertThat(PasswordHashing.threads(1)).isEqualTo(1);
        assertThat(PasswordHashing.threads(2)).isEqualTo(1);
        assertThat(PasswordHashing.threads(8)).isEqualTo(7);
    }

    @Test
    void shouldLeaveHalfOfTheOnlyProcessorToThoseWhoBuy() {
        PasswordHashing alone = hashing(10, Duration.ofMinutes(5), 1);
        AtomicReference<Thread> worker = new AtomicReference<>();
        alone.computing(() -> {
            worker.set(Thread.currentThread());
            return true;
        });
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long thread = worker.get().threadId();
        long begin = System.nanoTime();
        long before = threads.getThreadCpuTime(thread);
        for (int i = 0; i < 10; i++) {
            alone.hash("correct horse");
        }
        double share = (threads.getThreadCpuTime(thread) - before) / (double) (System.nanoTime() - begin);
        alone.destroy();
        assertThat(share).as("part of a processor").isBetween(0.0, 0.7); // the tenth is not followed by a rest
    }

    @Test
    void shouldRefuseRatherThanKeepTheGatewayWaiting() {
        PasswordHashing late = hashing(10, Duration.ofMillis(1), 2);
        CountDownLatch never = new CountDownLatch(1);
        assertThatThrownBy(() -> late.computing(() -> {
                    never.await();
                    return true;
                }))
                .isInstanceOfSatisfying(ProblemException.class, refusal -> {
                    assertThat(refusal.getStatusCode().value()).isEqualTo(503);
                    assertThat(refusal.getHeaders().getFirst("Retry-After")).isEqualTo("1");
                });
        late.destroy();
        assertThat(PasswordHashing.TIMEOUT.multipliedBy(2))
                .as("a new password takes two, and the gateway waits five seconds")
                .isLessThan(Duration.ofSeconds(5));
    }
}
