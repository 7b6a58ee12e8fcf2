package io.flashsale.gateway.routing;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.upstream.BodyException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
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
public class RequestBodies {

    /** From the first byte to the last. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** The largest body that passes; a shopper's are far smaller. */
    static final int MAX_BYTES = 65_536;

    private final BufferBudget budget;
    private final LongSupplier nanoTime;

    RequestBodies(BufferBudget budget, Ticker ticker) {
        this.budget = budget;
        this.nanoTime = ticker::read;
    }

    /** Reads the body, or says why it is refused. */
    public RequestBody read(HttpServletRequest request) {
        long declared = request.getContentLengthLong();
        if (declared > MAX_BYTES) {
            return RequestBody.refused(ProblemType.PAYLOAD_TOO_LARGE);
        }
        if (RequestBody.isNone(request)) {
            return RequestBody.NONE;
        }
        BodyBuffer buffer = new BodyBuffer(budget.of(request.getRemoteAddr()));
        ProblemType fault = readInto(buffer, request);
        if (fault == null) {
            return RequestBody.of(buffer);
        }
        buffer.close();
        return RequestBody.refused(fault);
    }

    private @Nullable ProblemType readInto(BodyBuffer buffer, HttpServletRequest request) {
        try (BoundedBody body = new BoundedBody(request.getInputStream(), MAX_BYTES, TIMEOUT, nanoTime)) {
            boolean whole = buffer.fill(body, request.getContentLengthLong(), MAX_BYTES);
            return whole ? null : ProblemType.SERVICE_UNAVAILABLE;
        } catch (BodyException notTaken) {
            return notTaken.problem();
        } catch (IOException brokenOff) {
            return ProblemType.INVALID_REQUEST;
        }
    }
}
