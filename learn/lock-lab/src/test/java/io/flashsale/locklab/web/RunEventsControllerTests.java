package io.flashsale.locklab.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.commons.problem.ProblemException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

/** Tests the limits on the viewers who follow a run. */
@Timeout(600)
class RunEventsControllerTests {

    private final CountDownLatch end = new CountDownLatch(1);
    private static final Duration SOON = Duration.ofMinutes(2);

    private final AtomicInteger watching = new AtomicInteger();
    private final Runs runs = mock(Runs.class);
    private final RunEventsController controller =
            new RunEventsController(runs, JsonMapper.builder().build());

    RunEventsControllerTests() {
        RunView run = mock(RunView.class);
        when(run.state()).thenReturn(RunState.RUNNING);
        when(runs.find(anyLong())).thenReturn(Optional.of(run));
        when(runs.live(anyLong())).thenAnswer(asked -> {
            watching.incrementAndGet();
            end.await();
            return Optional.empty();
        });
    }

    private void follow(String address) throws InterruptedException {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setRemoteAddr(address);
        controller.follow(7, request, new MockHttpServletResponse());
    }

    private Thread watch(String address) {
        return Thread.startVirtualThread(() -> {
            try {
                follow(address);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void shouldLetNoAddressTakeAllPlaces() throws Exception {
        for (int i = 0; i < RunEventsController.MAX_OF_ADDRESS; i++) {
            watch("2001:db8:1:2::" + Integer.toHexString(i + 1));
        }
        await().atMost(SOON).untilAtomic(watching, org.hamcrest.Matchers.equalTo(RunEventsController.MAX_OF_ADDRESS));
        assertThatThrownBy(() -> follow("2001:db8:1:2:3::1"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("one address");
        Thread other = watch("192.0.2.1");
        await().atMost(SOON).until(() -> watching.get() > RunEventsController.MAX_OF_ADDRESS);
        end.countDown();
        other.join();
        assertThat(watch("2001:db8:1:2:3::1").join(SOON))
                .as("places are given back")
                .isTrue();
    }
}
