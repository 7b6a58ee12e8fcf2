package io.flashsale.gateway.admission;

import io.flashsale.commons.tracing.JointWork;
import io.flashsale.commons.tracing.OrderTrace;
import io.flashsale.commons.tracing.Stop;
import io.flashsale.contracts.admission.AdmissionAnswers.Answer;
import io.flashsale.contracts.admission.AdmissionCall.Line;
import io.flashsale.gateway.upstream.UpstreamException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records the followed clicks of each group that is sent. */
record FollowedCalls(AdmissionLanes.Calls<Line> calls, OrderTrace trace) implements AdmissionLanes.Calls<Line> {

    @Override
    public List<Answer> send(List<Line> group, @Nullable Integer shed) throws UpstreamException {
        JointWork work = trace.begin(Stop.GROUP, group, Line::correlationId);
        if (work == JointWork.UNFOLLOWED) {
            return calls.send(group, shed);
        }
        String outcome = "broken off";
        try {
            List<Answer> answers = calls.send(group, shed);
            outcome = "answered";
            return answers;
        } catch (UpstreamException fault) {
            outcome = fault.problem().slug();
            throw fault;
        } finally {
            Map<String, String> wrote = Map.of("call", outcome, "in the group", Integer.toString(group.size()));
            work.stops(group, Line::correlationId, line -> wrote);
            work.close();
        }
    }
}
