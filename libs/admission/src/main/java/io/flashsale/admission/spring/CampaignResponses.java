package io.flashsale.admission.spring;

import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.RefusalReason;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * A service's HTTP answers about its own campaigns; {@link AdmissionResponses} does the rest. One bean a service.
 *
 * @param <T> the body of the answer to an admitted shopper
 */
public interface CampaignResponses<T> {

    /** The path of the request for one unit, as shoppers send it. */
    String path(long campaignId);

    /** The response to a shopper who has this reservation. */
    ResponseEntity<T> accepted(long reservationId);

    /** The response to a shopper who is refused for this reason. */
    default ResponseEntity<T> refused(RefusalReason reason, ProblemDetail problem) {
        return switch (reason.meaning()) {
            case FINAL -> Problems.answer(problem);
            case ASK_AGAIN, UNDECIDED -> Problems.retryLater(problem);
        };
    }

    /**
     * When each of these campaigns closes; a campaign that is not in the answer does not exist. Called only if Redis
     * knows none of them, and once for all requests that came together.
     */
    Map<Long, Instant> closings(Set<Long> campaignIds);
}
