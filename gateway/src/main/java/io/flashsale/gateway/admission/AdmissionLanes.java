package io.flashsale.gateway.admission;

import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.admission.AdmissionCall.Line;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.upstream.UpstreamException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests to one service in groups: a few calls at a time, each with all requests that gathered meanwhile
 * (natural batching).
 *
 * <p>There is no timer and no thread of its own. A request that finds a free lane goes at once, together with those
 * already waiting, and its thread answers them all: it leads the group, the others follow. After its call it
 * appoints the longest waiting request to lead the next group. So a lone request costs no hand-off between threads,
 * and in a crowd groups grow until they keep up with the crowd.
 *
 * <p>Each request is sent at most once. A lane that hangs delays only its own group, until the call times out.
 */
final class AdmissionLanes {

    /** Sends one group. */
    @FunctionalInterface
    interface Calls {

        /**
         * @return an answer to each request, in the same order
         * @throws UpstreamException if there are none; its problem says whether something may have happened
         */
        List<Answer> send(AdmissionCall group) throws UpstreamException;
    }

    private static final Logger log = LoggerFactory.getLogger(AdmissionLanes.class);

    /** A cap on the reported number, high enough to show an overload. */
    private static final int MAX_UNTOLD = 1_000_000;

    private final Calls calls;
    private final int maxGroup;
    private final long maxWaitNanos;
    private final Semaphore lanes;
    private final BlockingQueue<Waiting> gathered;
    private final DistributionSummary groupSize;
    private final Timer waitingTime;
    private final Counter shed;

    /** Requests shed since the last answered call that reported the number. */
    private final AtomicInteger untold = new AtomicInteger();

    /** @param instances of the service; multiplies the configured number of lanes */
    AdmissionLanes(
            String service, int instances, Calls calls, AdmissionGroupingProperties properties, MeterRegistry meters) {
        this.calls = calls;
        this.maxGroup = properties.maxGroup();
        this.maxWaitNanos = properties.maxWait().toNanos();
        this.lanes = new Semaphore(properties.lanes() * instances);
        this.gathered = new ArrayBlockingQueue<>(properties.maxWaiting());
        groupSize = DistributionSummary.builder("flashsale.gateway.admission.group.size")
                .description("requests for a unit that went to the service with one call")
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
    Answer ask(Line request) throws UpstreamException {
        Waiting own = new Waiting(request);
        if (lanes.tryAcquire()) {
            lead(own);
            return own.answer();
        }
        if (!gathered.offer(own)) {
            throw shed("too many requests wait");
        }
        appointLeaders(); // a lane may have become free while we queued up
        Waiting.State end = own.await(maxWaitNanos);
        if (end == Waiting.State.WITHDRAWN) {
            gathered.remove(own);
            throw shed("no lane in time");
        }
        if (end == Waiting.State.APPOINTED) {
            lead(own);
        }
        return own.answer();
    }

    private UpstreamException shed(String why) {
        shed.increment();
        untold.updateAndGet(count -> Math.min(count + 1, MAX_UNTOLD));
        return new UpstreamException(ProblemType.SERVICE_UNAVAILABLE, why);
    }

    /** Sends the waiting requests; the caller holds a lane, which this gives back. */
    private void lead(Waiting own) {
        try {
            List<Waiting> group = new ArrayList<>();
            for (Waiting next = own; next != null; next = group.size() < maxGroup ? gathered.poll() : null) {
                if (next == own || next.take()) {
                    group.add(next);
                }
            }
            send(group);
        } finally {
            lanes.release();
            appointLeaders();
        }
    }

    /** Ensures that, while a request waits and a lane is free, some thread is about to use it. */
    private void appointLeaders() {
        while (!gathered.isEmpty() && lanes.tryAcquire()) {
            Waiting next = gathered.poll();
            if (next == null || !next.appoint()) {
                lanes.release();
            }
        }
    }

    /** Whatever happens, each request of the group gets an outcome. */
    private void send(List<Waiting> group) {
        UpstreamException fault = new UpstreamException(ProblemType.GATEWAY_TIMEOUT, "the call was broken off");
        List<Answer> answers = List.of();
        int told = untold.getAndSet(0);
        try {
            groupSize.record(group.size());
            group.forEach(each -> waitingTime.record(each.waitedNanos(), TimeUnit.NANOSECONDS));
            answers = calls.send(
                    new AdmissionCall(group.stream().map(Waiting::request).toList(), told == 0 ? null : told));
            told = 0;
        } catch (UpstreamException noAnswer) {
            fault = noAnswer;
        } catch (RuntimeException unexpected) {
            log.error("a group of {} was broken off", group.size(), unexpected);
        } finally {
            untold.addAndGet(told);
            for (int i = 0; i < group.size(); i++) {
                if (i < answers.size()) {
                    group.get(i).complete(answers.get(i));
                } else {
                    group.get(i).fail(fault);
                }
            }
        }
    }
}
