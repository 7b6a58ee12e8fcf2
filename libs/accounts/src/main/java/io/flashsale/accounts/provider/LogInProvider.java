package io.flashsale.accounts.provider;

import io.flashsale.accounts.token.AttemptTokens;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.signature.Hashes;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.session.ProviderLogIns.Begun;
import io.flashsale.contracts.session.ProviderLogIns.Finish;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.security.crypto.keygen.Base64StringKeyGenerator;
import org.springframework.security.crypto.keygen.StringKeyGenerator;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.StandardClaimNames;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClientException;

/**
 * Logs users in with the configured OpenID provider: authorization code with PKCE, state and nonce.
 *
 * <p>Guarantees that the provider has just named the person, for this shop, to the browser that began the attempt.
 * Remembers nothing itself: the browser keeps the attempt, and the provider accepts its code only once.
 *
 * <p>A provider that is away, or slow, costs only those who log in with it: at most {@value #MAX_CALLS} of them wait
 * at a time.
 */
@Component
@ConditionalOnProperty("flashsale.accounts.provider.issuer")
public class LogInProvider {

    static final int MAX_CALLS = 32;

    private static final Logger log = LoggerFactory.getLogger(LogInProvider.class);

    /** Anybody may send any text in its place, and it is logged. */
    private static final Pattern ERROR = Pattern.compile("[a-z_]{1,40}");

    /** Without spaces: to MySQL two subjects are equal that differ only in spaces at the end. */
    private static final Pattern SUBJECT = Pattern.compile("[!-~]{1,255}");

    private static final String VERIFIER = PkceParameterNames.CODE_VERIFIER;
    private static final String NONCE = OidcParameterNames.NONCE;
    /** Spring Security's name for an answer of the token endpoint that is none, such as a proxy's page. */
    private static final String NO_TOKEN_RESPONSE = "invalid_token_response";

    private static final String STATE = "state";
    private static final String THEN = "then";

    private final LogInProviderProperties settings;
    private final AttemptTokens attempts;
    private final ProviderConnection connection;
    private final StringKeyGenerator random =
            new Base64StringKeyGenerator(Base64.getUrlEncoder().withoutPadding(), 32);
    private final Semaphore calls = new Semaphore(MAX_CALLS);

    LogInProvider(LogInProviderProperties settings, AttemptTokens attempts) {
        this.settings = settings;
        this.attempts = attempts;
        this.connection = new ProviderConnection(settings);
        name();
    }

    public sealed interface Answer {

        /**
         * A person whom the provider vouches for.
         *
         * @param subject never changes, and belongs to nobody else of this issuer
         * @param name what the provider calls the person; empty if it says nothing
         * @param admin whether the configured claim makes the person an administrator
         * @param then the page that the person wanted
         */
        record Person(String issuer, String subject, String name, boolean admin, String then) implements Answer {}

        /** The provider refused, or what came back belongs to no attempt of this browser. */
        record Refused() implements Answer {}
    }

    /** What the log-in page calls the provider. */
    public final String name() {
        return LogInProviderProperties.needed(settings.name(), "name");
    }

    /**
     * Begins an attempt.
     *
     * @param then the page to open afterwards
     * @throws ProblemException LOG_IN_PROVIDER_UNAVAILABLE if the provider does not answer
     */
    public Begun begin(String then) {
        Map<String, String> attempt = Map.of(
                STATE, random.generateKey(), NONCE, random.generateKey(), VERIFIER, random.generateKey(), THEN, then);
        OAuth2AuthorizationRequest request = bounded(() -> request(attempt::get));
        return new Begun(request.getAuthorizationRequestUri(), attempts.sign(attempt));
    }

    /**
     * Finishes an attempt: exchanges the code and checks the ID token.
     *
     * @throws ProblemException LOG_IN_PROVIDER_UNAVAILABLE if the provider does not answer
     */
    public Answer finish(Finish returned) {
        Jwt attempt = attempts.read(returned.attempt()).orElse(null);
        if (attempt == null) {
            return refused("the browser has no attempt, or one that is too old");
        }
        try {
            return bounded(() -> person(attempt, returned));
        } catch (OAuth2AuthenticationException refusal) {
            return refused(refusal.getError().getErrorCode() + ": " + refusal.getMessage());
        }
    }

    private static Answer refused(String why) {
        log.info("a log-in with the provider was refused: {}", why);
        return new Answer.Refused();
    }

    private Answer person(Jwt attempt, Finish returned) {
        String error =
                returned.error() != null && ERROR.matcher(returned.error()).matches()
                        ? returned.error()
                        : OAuth2ErrorCodes.INVALID_REQUEST;
        String code = Objects.requireNonNullElse(returned.code(), "");
        var response =
                code.isBlank() ? OAuth2AuthorizationResponse.error(error) : OAuth2AuthorizationResponse.success(code);
        OAuth2AuthorizationRequest request = request(attempt::getClaimAsString);
        OAuth2AuthorizationResponse answer = response.redirectUri(connection.redirectUri())
                .state(Objects.requireNonNullElse(returned.state(), ""))
                .build();
        OidcUser user = connection.authenticate(new OAuth2LoginAuthenticationToken(
                connection.client(), new OAuth2AuthorizationExchange(request, answer)));
        String subject = Objects.requireNonNull(user.getSubject());
        if (!SUBJECT.matcher(subject).matches()) {
            return refused("the subject is no name of up to 255 visible ASCII characters");
        }
        return new Answer.Person(
                settings.securedIssuer(),
                subject,
                Objects.requireNonNullElse(user.getClaimAsString(StandardClaimNames.PREFERRED_USERNAME), ""),
                isAdmin(user),
                Objects.requireNonNull(attempt.getClaimAsString(THEN)));
    }

    private boolean isAdmin(OidcUser user) {
        if (settings.adminClaim() == null || settings.adminValue() == null) {
            return false;
        }
        Object claim = user.getClaims().get(settings.adminClaim());
        Stream<?> values = claim instanceof Collection<?> several ? several.stream() : Stream.ofNullable(claim);
        return values.anyMatch(settings.adminValue()::equals);
    }

    /** Builds the same request again from the attempt: Spring Security compares the answer with it. */
    private OAuth2AuthorizationRequest request(Function<String, @Nullable String> attempt) {
        var client = connection.client();
        String nonce = Objects.requireNonNull(attempt.apply(NONCE));
        String verifier = Objects.requireNonNull(attempt.apply(VERIFIER));
        return OAuth2AuthorizationRequest.authorizationCode()
                .authorizationUri(
                        Objects.requireNonNull(client.getProviderDetails().getAuthorizationUri()))
                .clientId(client.getClientId())
                .redirectUri(client.getRedirectUri())
                .scopes(client.getScopes())
                .state(Objects.requireNonNull(attempt.apply(STATE)))
                .attributes(attributes -> attributes.putAll(Map.of(NONCE, nonce, VERIFIER, verifier)))
                .additionalParameters(parameters -> parameters.putAll(Map.of(
                        NONCE,
                        sha256(nonce),
                        PkceParameterNames.CODE_CHALLENGE,
                        sha256(verifier),
                        PkceParameterNames.CODE_CHALLENGE_METHOD,
                        "S256")))
                .build();
    }

    private static String sha256(String text) {
        byte[] hash = Hashes.sha256(text.getBytes(StandardCharsets.US_ASCII));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    }

    private <T> T bounded(Supplier<T> call) {
        if (!calls.tryAcquire()) {
            throw unavailable("too many users are logging in with it");
        }
        try {
            return call.get();
        } catch (RestClientException | OAuth2AuthenticationException fault) {
            if (fault instanceof OAuth2AuthenticationException refusal && !isOutage(refusal)) {
                throw refusal;
            }
            throw unavailable(fault.toString());
        } finally {
            calls.release();
        }
    }

    /** Whether the provider did not answer, or only that it cannot. */
    private static boolean isOutage(OAuth2AuthenticationException fault) {
        if (Set.of(OAuth2ErrorCodes.SERVER_ERROR, OAuth2ErrorCodes.TEMPORARILY_UNAVAILABLE, NO_TOKEN_RESPONSE)
                .contains(fault.getError().getErrorCode())) {
            return true;
        }
        return Stream.iterate((Throwable) fault, Objects::nonNull, Throwable::getCause)
                .anyMatch(IOException.class::isInstance);
    }

    private static ProblemException unavailable(String why) {
        log.warn("nobody can log in with the provider: {}", why);
        return new ProblemException(
                ProblemType.LOG_IN_PROVIDER_UNAVAILABLE, "Log in with a password, or try again in a moment.");
    }
}
