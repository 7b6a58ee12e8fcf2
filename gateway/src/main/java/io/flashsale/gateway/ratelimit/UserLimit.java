package io.flashsale.gateway.ratelimit;

import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.commons.security.Shopper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Limits the request rate of each user, from all addresses together. */
public final class UserLimit {

    private final TokenBuckets<Long> users;
    private final RateLimited rateLimited;

    UserLimit(RateLimitProperties limits, RateLimited rateLimited, Ticker ticker) {
        this.users = new TokenBuckets<>(limits.user(), ticker);
        this.rateLimited = rateLimited;
    }

    /** Whether the user may continue. If not, the response is already complete, with 429. */
    public boolean allows(Shopper shopper, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        long wait = users.take(shopper.id());
        if (wait > 0) {
            rateLimited.byUser(request, response, wait, shopper);
        }
        return wait == 0;
    }
}
