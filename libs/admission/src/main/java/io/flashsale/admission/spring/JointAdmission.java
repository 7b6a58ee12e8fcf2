package io.flashsale.admission.spring;

import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionRequest;
import io.flashsale.commons.batching.NaturalBatching;
import io.flashsale.commons.batching.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Has small calls that arrive together decided together ({@link NaturalBatching}): those of many gateways, each with
 * few requests, and those for a single shopper. They share scripts, outbox entries, messages and acknowledgements.
 *
 * <p>A large call goes alone and at once. A group that takes long, such as one whose Redis hangs, delays later calls by
 * at most {@link #PATIENCE}, as long as a lane is left. Its own calls wait for each other, and if deciding fails, each
 * sees the fault.
 */
public final class JointAdmission {

    /** A call with as many requests gains nothing by waiting for others. */
    static final int LARGE = 32;

    private static final int LANES = 64;

    /** Calls; fewer than 1,000 requests, because a script with many holds up all others. */
    private static final int MAX_GROUP = 32;

    private static final Duration PATIENCE = Duration.ofMillis(25);

    private static final class Call extends Waiting {

        private final List<AdmissionRequest> requests;
        private @Nullable List<Admission> outcomes;
        private @Nullable RuntimeException fault;

        private Call(List<AdmissionRequest> requests) {
            this.requests = requests;
        }

        private List<Admission> outcomes() {
            if (fault != null) {
                throw fault;
            }
            return Objects.requireNonNull(outcomes, "the decision broke off");
        }
    }

    private final Function<List<AdmissionRequest>, List<Admission>> admission;
    private final NaturalBatching<Call> calls;

    /** @param admission decides on all requests of a group; its outcomes are in the sequence of the requests */
    JointAdmission(Function<List<AdmissionRequest>, List<Admission>> admission) {
        this(admission, PATIENCE);
    }

    JointAdmission(Function<List<AdmissionRequest>, List<Admission>> admission, Duration patience) {
        this.admission = admission;
        this.calls = new NaturalBatching<>(
                LANES,
                MAX_GROUP,
                patience.toNanos(),
                NaturalBatching.FOREVER,
                new ConcurrentLinkedQueue<>(),
                this::decide);
    }

    /** Admits one user, or says why not. */
    public Admission admit(AdmissionRequest request) {
        return admit(List.of(request)).getFirst();
    }

    /** Returns the outcomes, one for each request and in their sequence. */
    public List<Admission> admit(List<AdmissionRequest> requests) {
        if (requests.size() >= LARGE) {
            return admission.apply(requests);
        }
        Call own = new Call(requests);
        calls.join(own);
        return own.outcomes();
    }

    private void decide(List<Call> group) {
        try {
            List<Admission> outcomes = admission.apply(
                    group.stream().flatMap(call -> call.requests.stream()).toList());
            int begin = 0;
            for (Call call : group) {
                int end = begin + call.requests.size();
                call.outcomes = outcomes.subList(begin, end);
                begin = end;
            }
        } catch (RuntimeException fault) {
            group.forEach(call -> call.fault = fault);
        }
    }
}
