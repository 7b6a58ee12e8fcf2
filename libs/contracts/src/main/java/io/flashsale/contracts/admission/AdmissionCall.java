package io.flashsale.contracts.admission;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Command to stock-service or coupon-service: decide several shoppers' requests, possibly for different sales. The
 * answer is an {@link AdmissionAnswers}. Only the gateway may send it, and it has checked the shoppers' tokens.
 *
 * <p>Not idempotent: a call without an answer may have admitted some or all shoppers. A shopper who asks again is
 * then told that they already hold a unit.
 *
 * @param requests 1 to {@value #MAX_REQUESTS}; a shopper may occur several times
 * @param shed how many requests for this service the gateway has refused since its last report, because too many
 *     waited; reported again if a call was not answered. Null for none, or from a caller that does not report
 */
public record AdmissionCall(
        List<Line> requests,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer shed) {

    public static final String PATH = "/internal/admissions";

    public static final int MAX_REQUESTS = 256;

    /**
     * One shopper's request for one unit.
     *
     * @param campaignId sale or coupon template
     * @param correlationId of the shopper's request
     * @param ticket the text that the shopper sent as a purchase ticket, unchecked; null if none
     * @param priceCents the price that the shopper agrees to; null for any
     * @param key the shopper's name for this click, well-formed; null for none
     */
    public record Line(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long campaignId,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long userId,
            String correlationId,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String ticket,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long priceCents,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String key) {

        /** A request that takes any price, and has no name. */
        public Line(long campaignId, long userId, String correlationId, @Nullable String ticket) {
            this(campaignId, userId, correlationId, ticket, null, null);
        }
    }
}
