package io.flashsale.contracts.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Internal interface of order-service, for the gateway: logging in with an OpenID provider. Both calls are POST, and
 * answer 404 if no provider is configured.
 */
public final class ProviderLogIns {

    private static final String PATH = "/internal/log-ins/provider";

    /** Takes {@link Begin} and answers {@link Begun}. */
    public static final String BEGIN_PATH = PATH + "/begin";

    /** Takes {@link Finish} and answers {@link Finished}. */
    public static final String FINISH_PATH = PATH + "/finish";

    private ProviderLogIns() {}

    /** @param then the page to open after the log-in, a path of the shop */
    public record Begin(@Nullable String then) {}

    /**
     * A log-in that has begun.
     *
     * @param location of the provider's page, where the browser goes
     * @param attempt what the browser brings along when it returns; it belongs to no other browser
     */
    public record Begun(String location, String attempt) {}

    /** What the browser brings when it returns: the attempt, and the parameters that the provider has added. */
    public record Finish(
            String attempt,
            @Nullable String code,
            @Nullable String state,
            @Nullable String error) {}

    /** @param token of the account, as after a log-in with a password */
    public record Finished(String token, Instant expiresAt, String then) {}
}
