package io.flashsale.admission.spring;

import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.springframework.http.ResponseEntity;

/**
 * What a service answers by HTTP about its own campaigns; {@link AdmissionResponses} does the rest. One bean a service.
 *
 * @param <T> the body of the answer to whoever was admitted
 */
public interface CampaignResponses<T> {

    /** The path of the request for one unit, as shoppers send it. */
    String path(long campaignId);

    /** The response to whoever has this reservation. */
    ResponseEntity<T> accepted(long reservationId);

    /** The response when nothing is left. */
    ResponseEntity<T> soldOut();

    /** The response to whoever asks without the ticket that this campaign asks for, or with one that does not do. */
    default ResponseEntity<T> ticketRefused(ProblemType why) {
        return Problems.answer(Problems.of(why));
    }

    /**
     * When each of these campaigns closes; a campaign that is not in the answer does not exist. Only asked when Redis knows
     * none of them, and once for all requests that came together.
     */
    Map<Long, Instant> closings(Set<Long> campaignIds);
}
