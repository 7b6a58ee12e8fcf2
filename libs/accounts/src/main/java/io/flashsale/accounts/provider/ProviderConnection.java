package io.flashsale.accounts.provider;

import static io.flashsale.accounts.provider.LogInProviderProperties.needed;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeAuthenticationProvider;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenValidator;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.converter.ClaimTypeConverter;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/**
 * The provider's endpoints and keys, read from its configuration document when somebody first logs in, so that the
 * service starts without the provider. All calls have the configured time-out, and follow no redirect.
 */
final class ProviderConnection {

    private static final ParameterizedTypeReference<Map<String, Object>> DOCUMENT =
            new ParameterizedTypeReference<>() {};

    private final String issuer;
    private final String clientId;
    private final String redirectUri;
    private final @Nullable String clientSecret;
    private final RestClient http;
    private volatile @Nullable Known known;

    private record Known(ClientRegistration client, AuthenticationProvider check) {}

    ProviderConnection(LogInProviderProperties settings) {
        issuer = settings.securedIssuer();
        clientId = needed(settings.clientId(), "client-id");
        redirectUri = needed(settings.redirectUri(), "redirect-uri");
        clientSecret = settings.clientSecret();
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.answerTimeout())
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(client);
        requests.setReadTimeout(settings.answerTimeout());
        http = RestClient.builder().requestFactory(requests).build();
    }

    String redirectUri() {
        return redirectUri;
    }

    /**
     * The shop as the provider knows it.
     *
     * @throws RestClientException if the provider does not say where its endpoints are
     */
    ClientRegistration client() {
        return known().client();
    }

    /**
     * Exchanges the code, and checks state, nonce, and the ID token's signature, issuer, audience and times.
     *
     * @throws org.springframework.security.oauth2.core.OAuth2AuthenticationException if something is wrong
     */
    OidcUser authenticate(OAuth2LoginAuthenticationToken returned) {
        var authenticated = Objects.requireNonNull(known().check().authenticate(returned));
        return (OidcUser) Objects.requireNonNull(authenticated.getPrincipal());
    }

    private Known known() {
        Known found = known;
        if (found == null) {
            ClientRegistration client = discovered();
            found = new Known(client, check(client));
            known = found; // concurrent callers may discover twice, which makes no difference
        }
        return found;
    }

    private ClientRegistration discovered() {
        Map<String, Object> document = http.get()
                .uri(URI.create(issuer.replaceAll("/$", "") + "/.well-known/openid-configuration"))
                .retrieve()
                .body(DOCUMENT);
        if (document == null || !issuer.equals(document.get("issuer"))) {
            throw new RestClientException("the configuration document of " + issuer + " is of another issuer");
        }
        ClientRegistration.Builder client = described(document)
                .registrationId("provider")
                .clientId(clientId)
                .redirectUri(redirectUri)
                .scope("openid", "profile");
        return clientSecret == null
                ? client.clientAuthenticationMethod(ClientAuthenticationMethod.NONE)
                        .build()
                : client.clientSecret(clientSecret).build();
    }

    private static ClientRegistration.Builder described(Map<String, Object> document) {
        try {
            return ClientRegistrations.fromOidcConfiguration(document);
        } catch (RuntimeException incomplete) { // which one depends on what is missing
            throw new RestClientException("the configuration document lacks what a log-in needs", incomplete);
        }
    }

    private AuthenticationProvider check(ClientRegistration client) {
        var tokens = new RestClientAuthorizationCodeTokenResponseClient();
        tokens.setRestClient(http.mutate()
                .configureMessageConverters(converters -> converters
                        .addCustomConverter(new FormHttpMessageConverter())
                        .addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
                .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                .build());
        OidcUserService users = new OidcUserService();
        users.setRetrieveUserInfo(request -> false); // the ID token says enough
        var check = new OidcAuthorizationCodeAuthenticationProvider(tokens, users);
        JwtDecoder decoder = idTokens(client);
        check.setJwtDecoderFactory(registration -> decoder);
        return check;
    }

    private JwtDecoder idTokens(ClientRegistration client) {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(
                Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256), keys(client)));
        processor.setJWTClaimsSetVerifier((claims, context) -> {}); // the validators below check the claims
        NimbusJwtDecoder decoder = new NimbusJwtDecoder(processor);
        decoder.setClaimSetConverter(
                new ClaimTypeConverter(OidcIdTokenDecoderFactory.createDefaultClaimTypeConverters()));
        decoder.setJwtValidator(JwtValidators.createDefaultWithValidators(new OidcIdTokenValidator(client)));
        return decoder;
    }

    /** Keeps the keys for some minutes, and reads them again when a token has another one. */
    private JWKSource<SecurityContext> keys(ClientRegistration client) {
        String address = Objects.requireNonNull(client.getProviderDetails().getJwkSetUri());
        try {
            return JWKSourceBuilder.create(URI.create(address).toURL(), this::keys)
                    .build();
        } catch (MalformedURLException malformed) {
            throw new RestClientException("the provider's keys have no usable address", malformed);
        }
    }

    private Resource keys(URL address) throws IOException {
        try {
            String keys = http.get().uri(address.toURI()).retrieve().body(String.class);
            return new Resource(Objects.requireNonNullElse(keys, ""), MediaType.APPLICATION_JSON_VALUE);
        } catch (RestClientException | URISyntaxException fault) {
            throw new IOException(fault);
        }
    }
}
