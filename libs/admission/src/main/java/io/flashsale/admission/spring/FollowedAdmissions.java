package io.flashsale.admission.spring;

import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionRequest;
import io.flashsale.admission.AdmissionService;
import io.flashsale.admission.StockGates;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Traces the gates' decisions on followed clicks. */
final class FollowedAdmissions implements AdmissionService.Listener {

    private final OrderTrace trace;
    private final StockGates gates;

    FollowedAdmissions(OrderTrace trace, StockGates gates) {
        this.trace = trace;
        this.gates = gates;
    }

    private record Decided(AdmissionRequest request, Admission outcome) {}

    @Override
    public void decided(List<AdmissionRequest> requests, List<Admission> outcomes, long nanos) {
        if (trace.followsAny(requests, AdmissionRequest::correlationId)) {
            trace.stops(
                    Stop.SCRIPT,
                    trace.now().minusNanos(nanos),
                    IntStream.range(0, requests.size())
                            .mapToObj(i -> new Decided(requests.get(i), outcomes.get(i)))
                            .toList(),
                    decided -> decided.request().correlationId(),
                    decided -> wrote(decided, requests.size()));
        }
    }

    private Map<String, String> wrote(Decided decided, int together) {
        Map<String, String> wrote = new TreeMap<>();
        wrote.put("outcome", nameOf(decided.outcome()));
        wrote.put("decided together", Integer.toString(together));
        if (decided.outcome() instanceof Admission.Admitted(long reservation)) {
            String gate = gates.nameOfGate(
                    decided.request().campaignId(), decided.request().userId());
            wrote.put("HINCRBY " + gate, "remaining, minus all who were admitted");
            wrote.put("HSET " + gate + ":holders", decided.request().userId() + " = " + reservation);
        }
        return wrote;
    }

    /** The record in fewer signs: {@code AlreadyHolding 5} for {@code AlreadyHolding[reservationId=5]}. */
    private static String nameOf(Admission outcome) {
        return outcome.toString().replaceAll("\\[\\w+=(.*)]", " $1").replace("[]", "");
    }
}
