package io.flashsale.accounts.provider;

import io.flashsale.commons.MissingSettingException;
import java.time.Duration;
import java.util.regex.Pattern;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The OpenID provider that users may log in with; none without an issuer.
 *
 * @param issuer its address, as its configuration document and its tokens name it
 * @param name what the log-in page calls it
 * @param clientId of the shop, at the provider
 * @param clientSecret likewise; without it the shop is a public client
 * @param redirectUri the shop's address for browsers, followed by {@code /api/session/provider/callback}; registered
 *     at the provider
 * @param adminClaim claim of the ID token that makes administrators; without it the provider makes none
 * @param adminValue what the claim, or one of its values, must be for that
 * @param answerTimeout bounds each of the three calls of a log-in; the gateway waits for all
 */
@Validated
@ConfigurationProperties("flashsale.accounts.provider")
record LogInProviderProperties(
        @Nullable String issuer,
        @Nullable String name,
        @Nullable String clientId,
        @Nullable String clientSecret,
        @Nullable String redirectUri,
        @Nullable String adminClaim,
        @Nullable String adminValue,
        @DefaultValue("1500ms") @DurationMin(millis = 1) Duration answerTimeout) {

    private static final String PREFIX = "flashsale.accounts.provider";

    private static final Pattern SECURED =
            Pattern.compile("https://[^/?#]+(/[^?#]*)?|http://(localhost|127\\.0\\.0\\.1)(:\\d+)?(/[^?#]*)?");

    /** Leaves out the secret. */
    @Override
    public String toString() {
        return "LogInProviderProperties[issuer=" + issuer + ", clientId=" + clientId + "]";
    }

    /** The issuer. Over plain HTTP anybody on the way could answer in its place, so that must be this machine. */
    String securedIssuer() {
        String address = needed(issuer, "issuer");
        if (!SECURED.matcher(address).matches()) {
            throw new MissingSettingException(
                    PREFIX + ".issuer is not an address over HTTPS: " + address,
                    "Only a provider on this machine (localhost) may be called over plain HTTP.");
        }
        return address;
    }

    static String needed(@Nullable String value, String property) {
        if (value == null || value.isBlank()) {
            throw new MissingSettingException(
                    PREFIX + "." + property + " is not set.",
                    "A provider to log in with (" + PREFIX
                            + ".issuer) needs issuer, name, client-id and redirect-uri.");
        }
        return value;
    }
}
