package io.flashsale.contracts.session;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Internal interface of order-service, for the gateway: {@code GET} {@value #PATH} with {@code sinceMillis} and
 * {@code afterId}.
 *
 * @param asOf by the clock that {@code sinceMillis} is compared with. Sessions that ended earlier, and were
 *     committed, are in the list
 * @param ended oldest first
 * @param more whether there are more; ask again after the last id
 */
public record EndedSessionList(Instant asOf, List<Ended> ended, boolean more) {

    public static final String PATH = "/internal/sessions/ended";

    /**
     * One token, or all tokens of the account below a version.
     *
     * @param tokenId the {@code jti} of the one token
     * @param belowVersion all tokens with a lower {@code ver} are ended
     * @param expiresAt from then on no service accepts such a token anyway: somewhat later than the token itself
     *     expires
     */
    public record Ended(
            long id,
            long accountId,
            @Nullable String tokenId,
            @Nullable Integer belowVersion,
            Instant expiresAt) {}
}
