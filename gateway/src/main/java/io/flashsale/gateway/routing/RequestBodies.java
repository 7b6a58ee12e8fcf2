package io.flashsale.gateway.routing;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.upstream.BodyException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Reads the body of a request whole before a service is called.
 *
 * <p>Bodies are small here. A slow sender then holds no connection to a service, and the service gets a length that
 * cannot be wrong. All bodies together stay within the {@link BufferBudget}, and those of one address within its
 * share. When it is used up, a caller that sends more than a few bytes is told to retry.
 */
@Component
public record RequestBodies(BufferBudget budget, Ticker ticker) {

    /** From the first byte to the last. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** The largest body that passes; a shopper's are far smaller. */
    static final int MAX_BYTES = 65_536;

    /** Reads the body, or says why it is refused. */
    public RequestBody read(HttpServletRequest request) {
        long declared = request.getContentLengthLong();
        if (declared > MAX_BYTES) {
            return new RequestBody(null, ProblemType.PAYLOAD_TOO_LARGE);
        }
        if (RequestBody.isNone(request)) {
            return new RequestBody(null, null);
        }
        BodyBuffer buffer = new BodyBuffer(budget.of(request.getRemoteAddr()));
        ProblemType fault = readInto(buffer, request);
        if (fault == null) {
            return new RequestBody(buffer, null);
        }
        buffer.close();
        return new RequestBody(null, fault);
    }

    private @Nullable ProblemType readInto(BodyBuffer buffer, HttpServletRequest request) {
        try (BoundedBody body = new BoundedBody(request.getInputStream(), MAX_BYTES, TIMEOUT, ticker::read)) {
            boolean whole = buffer.fill(body, request.getContentLengthLong(), MAX_BYTES);
            return whole ? null : ProblemType.SERVICE_UNAVAILABLE;
        } catch (BodyException notTaken) {
            return notTaken.problem();
        } catch (IOException brokenOff) {
            return ProblemType.INVALID_REQUEST;
        }
    }
}
