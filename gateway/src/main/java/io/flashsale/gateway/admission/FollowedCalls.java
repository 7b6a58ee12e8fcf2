package io.flashsale.gateway.admission;

import io.flashsale.commons.tracing.JointWork;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.admission.AdmissionCall.Line;
import io.flashsale.gateway.upstream.UpstreamException;
import java.util.List;
import java.util.Map;

/** Records the followed clicks of each group that is sent. */
record FollowedCalls(AdmissionLanes.Calls calls, OrderTrace trace) implements AdmissionLanes.Calls {

    @Override
    public List<Answer> send(AdmissionCall group) throws UpstreamException {
        JointWork work = trace.begin(Stop.GROUP, group.requests(), Line::correlationId);
        if (work == JointWork.UNFOLLOWED) {
            return calls.send(group);
        }
        String outcome = "broken off";
        try {
            List<Answer> answers = calls.send(group);
            outcome = "answered";
            return answers;
        } catch (UpstreamException fault) {
            outcome = fault.problem().slug();
            throw fault;
        } finally {
            Map<String, String> wrote = Map.of(
                    "call",
                    outcome,
                    "in the group",
                    Integer.toString(group.requests().size()));
            work.stops(group.requests(), Line::correlationId, line -> wrote);
            work.close();
        }
    }
}
