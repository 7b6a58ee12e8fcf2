package io.flashsale.gateway.admission;

import io.flashsale.commons.batching.NaturalBatching;
import io.flashsale.commons.batching.Waiting;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.upstream.UpstreamException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests to one service in groups: a few calls at a time, each with all requests that gathered meanwhile
 * ({@link NaturalBatching}).
 *
 * <p>Each request is sent at most once. A lane that hangs delays its own group, until the call times out, and others
 * until they take another lane.
 *
 * @param <L> one shopper's request
 */
final class AdmissionLanes<L> {

    @FunctionalInterface
    interface Calls<L> {

        /**
         * @param shed requests that were refused since the last report of the number; null for none
         * @return an answer to each request, in the same order
         * @throws UpstreamException if there are none; its problem says whether something may have happened
         */
        List<Answer> send(List<L> group, @Nullable Integer shed) throws UpstreamException;
    }

    private static final Logger log = LoggerFactory.getLogger(AdmissionLanes.class);

    /** A cap on the reported number, high enough to show an overload. */
    private static final int MAX_UNTOLD = 1_000_000;

    private static final class WaitingLine<L> extends Waiting {

        private final L request;
        private @Nullable Answer answer;
        private @Nullable UpstreamException fault;

        private WaitingLine(L request) {
            this.request = request;
        }

        private Answer outcome() throws UpstreamException {
            if (fault != null) {
                throw fault;
            }
            return Objects.requireNonNull(answer);
        }
    }

    private final Calls<L> calls;
    private final NaturalBatching<WaitingLine<L>> lanes;
    private final DistributionSummary groupSize;
    private final Timer waitingTime;
    private final Counter shed;

    /** Requests shed since the last answered call that reported the number. */
    private final AtomicInteger untold = new AtomicInteger();

    /**
     * @param instances of the service; multiplies the configured number of lanes
     * @param maxGroup the most requests of one call
     * @param patience how long a request waits before a further lane opens for it
     */
    AdmissionLanes(
            String service,
            int instances,
            Calls<L> calls,
            int maxGroup,
            Duration patience,
            AdmissionGroupingProperties properties,
            MeterRegistry meters) {
        this.calls = calls;
        BlockingQueue<WaitingLine<L>> gathered = new ArrayBlockingQueue<>(properties.maxWaiting());
        this.lanes = new NaturalBatching<>(
                properties.lanes() * instances,
                maxGroup,
                patience.toNanos(),
                properties.maxWait().toNanos(),
                gathered,
                this::send);
        groupSize = DistributionSummary.builder("flashsale.gateway.admission.group.size")
                .description("requests that went to the service with one call")
                .tag("service", service)
                .register(meters);
        waitingTime = Timer.builder("flashsale.gateway.admission.waiting")
                .description("how long requests waited for their call to begin")
                .tag("service", service)
                .register(meters);
        shed = Counter.builder("flashsale.gateway.admission.shed")
                .description("requests that were refused because too many waited, or waited too long")
                .tag("service", service)
                .register(meters);
        Gauge.builder("flashsale.gateway.admission.gathered", gathered, BlockingQueue::size)
                .description("requests that wait for their call to begin")
                .tag("service", service)
                .register(meters);
    }

    /**
     * Returns the service's answer to this request.
     *
     * @throws UpstreamException SERVICE_UNAVAILABLE: it was not sent, nothing has happened. GATEWAY_TIMEOUT: it was
     *     sent, and the outcome is unknown
     */
    Answer ask(L request) throws UpstreamException {
        WaitingLine<L> own = new WaitingLine<>(request);
        return switch (lanes.join(own)) {
            case SERVED -> own.outcome();
            case NO_ROOM -> throw shed("too many requests wait");
            case TOO_LATE -> throw shed("no lane in time");
        };
    }

    private UpstreamException shed(String why) {
        shed.increment();
        untold.updateAndGet(count -> Math.min(count + 1, MAX_UNTOLD));
        return new UpstreamException(ProblemType.SERVICE_UNAVAILABLE, why);
    }

    /** Whatever happens, each request of the group gets an outcome. */
    private void send(List<WaitingLine<L>> group) {
        UpstreamException fault = new UpstreamException(ProblemType.GATEWAY_TIMEOUT, "the call was broken off");
        List<Answer> answers = List.of();
        int told = untold.getAndSet(0);
        try {
            groupSize.record(group.size());
            group.forEach(each -> waitingTime.record(each.waitedNanos(), TimeUnit.NANOSECONDS));
            List<L> requests = group.stream().map(each -> each.request).toList();
            answers = calls.send(requests, told == 0 ? null : told);
            told = 0;
        } catch (UpstreamException noAnswer) {
            fault = noAnswer;
        } catch (RuntimeException unexpected) {
            log.error("a group of {} was broken off", group.size(), unexpected);
        } finally {
            untold.addAndGet(told);
            for (int i = 0; i < group.size(); i++) {
                if (i < answers.size()) {
                    group.get(i).answer = answers.get(i);
                } else {
                    group.get(i).fault = fault;
                }
            }
        }
    }
}
