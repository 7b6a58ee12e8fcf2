package io.flashsale.contracts.admission;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Command to stock- or coupon-service: decide on the requests of several shoppers, who may want different sales. Answered
 * with {@link AdmissionAnswers}. Only the gateway may send it; it has checked whose requests they are.
 *
 * <p>Not idempotent: a call that was not answered may have admitted some or all. Whoever asks again is then told that he
 * holds a unit already.
 *
 * @param requests 1 to {@value #MAX_REQUESTS}; a shopper may occur several times
 * @param shed how many requests for this service the gateway has refused, as too many waited, since it told so the last time; told
 *     again when a call was not answered. Null for none, as of a caller that does not tell
 */
public record AdmissionCall(
        List<Line> requests,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer shed) {

    public static final String PATH = "/internal/admissions";

    public static final int MAX_REQUESTS = 256;

    /** A call of a gateway that has shed nothing. */
    public AdmissionCall(List<Line> requests) {
        this(requests, null);
    }

    /**
     * One shopper's request for one unit.
     *
     * @param campaignId sale or coupon template
     * @param correlationId of the shopper's request
     * @param ticket what the shopper showed as a purchase ticket, unchecked; null if nothing
     */
    public record Line(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long campaignId,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long userId,
            String correlationId,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String ticket) {

        /** A request without a purchase ticket. */
        public Line(long campaignId, long userId, String correlationId) {
            this(campaignId, userId, correlationId, null);
        }
    }
}
