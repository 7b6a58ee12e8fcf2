package io.flashsale.admission.spring;

import io.flashsale.admission.Admission;
import io.flashsale.admission.AdmissionRequest;
import io.flashsale.commons.CorrelationIdFilter;
import io.flashsale.commons.batching.GroupAnswers;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.admission.AdmissionAnswers;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.admission.IdempotencyKeyHeader;
import io.flashsale.contracts.problem.ProblemType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Takes the requests of many shoppers from the gateway at once; each gets the same answer as alone. */
@RestController
final class AdmissionGroupController {

    private final JointAdmission admission;
    private final AdmissionResponses<?> responses;
    private final CampaignResponses<?> campaigns;
    private final TicketVerifier tickets;
    private final JsonMapper json;
    private final Counter shed;

    AdmissionGroupController(
            CampaignType type,
            JointAdmission admission,
            AdmissionResponses<?> responses,
            CampaignResponses<?> campaigns,
            TicketVerifier tickets,
            JsonMapper json,
            MeterRegistry meters) {
        this.admission = admission;
        this.responses = responses;
        this.campaigns = campaigns;
        this.tickets = tickets;
        this.json = json;
        this.shed = Counter.builder(type.meters().shed())
                .description("requests that gateways refused because too many waited, as they tell")
                .register(meters);
    }

    @PostMapping(AdmissionCall.PATH)
    AdmissionAnswers admit(@RequestBody AdmissionCall call) {
        requireValid(call);
        shed.increment(shedOf(call));
        List<Admission> outcomes = admission.admit(call.requests().stream()
                .map(line -> new AdmissionRequest(
                        line.campaignId(),
                        line.userId(),
                        line.correlationId(),
                        tickets.check(line.campaignId(), line.userId(), line.ticket()),
                        line.priceCents(),
                        line.key()))
                .toList());
        List<Long> campaignIds =
                call.requests().stream().map(AdmissionCall.Line::campaignId).toList();
        List<? extends ResponseEntity<?>> each = responses.of(campaignIds, outcomes);
        return new AdmissionAnswers(IntStream.range(0, each.size())
                .mapToObj(i -> GroupAnswers.of(each.get(i), campaigns.path(campaignIds.get(i)), json))
                .toList());
    }

    private static int shedOf(AdmissionCall call) {
        return call.shed() == null ? 0 : call.shed();
    }

    @SuppressWarnings("ConstantValue") // JSON fills fields that the compiler takes for non-null
    private static void requireValid(AdmissionCall call) {
        int size = call.requests() == null ? 0 : call.requests().size();
        if (size < 1 || size > AdmissionCall.MAX_REQUESTS) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "requests must be 1 to " + AdmissionCall.MAX_REQUESTS + ".");
        }
        if (shedOf(call) < 0) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "shed must not be negative.");
        }
        if (!call.requests().stream().allMatch(AdmissionGroupController::isValid)) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "Each request has a campaignId, a userId, a correlationId, no priceCents below 0, and no malformed"
                            + " key.");
        }
    }

    private static boolean isValid(AdmissionCall.Line line) {
        return line != null
                && line.userId() > 0
                && CorrelationIdFilter.isWellFormed(line.correlationId())
                && (line.priceCents() == null || line.priceCents() >= 0)
                && (line.key() == null || IdempotencyKeyHeader.isWellFormed(line.key()));
    }
}
