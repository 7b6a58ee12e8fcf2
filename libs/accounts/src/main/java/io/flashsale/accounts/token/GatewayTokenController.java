package io.flashsale.accounts.token;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Tokens;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import io.flashsale.contracts.problem.ProblemType;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Issues the gateway a token for its secret (OAuth 2.0 client credentials, RFC 6749, 4.4). The gateway does not
 * route any caller here.
 */
@Hidden
@RestController
class GatewayTokenController {

    /**
     * The gateway renews its token after half of this time, so it can sell for two hours while this service is
     * away. The token only permits admission.
     */
    static final Duration TTL = Duration.ofHours(4);

    private final JwtIssuer issuer;
    private final byte @Nullable [] credentials;

    GatewayTokenController(JwtIssuer issuer, SigningProperties properties) {
        this.issuer = issuer;
        String secret = properties.gatewaySecret();
        this.credentials = secret == null ? null : ("gateway:" + secret).getBytes(StandardCharsets.UTF_8);
    }

    record Issued(
            @JsonProperty("access_token") String accessToken,
            @JsonProperty("token_type") String tokenType,
            @JsonProperty("expires_in") long expiresIn) {}

    @PostMapping(Tokens.GATEWAY_TOKEN_PATH)
    ResponseEntity<Issued> issue(
            @RequestHeader(name = HttpHeaders.AUTHORIZATION, defaultValue = "") String authorization,
            @RequestParam("grant_type") String grantType,
            HttpServletRequest request) {
        if (!grantType.equals("client_credentials")) {
            return Problems.answer(
                    Problems.of(ProblemType.INVALID_REQUEST, "The only grant_type here is client_credentials."));
        }
        if (!isGateway(authorization)) {
            SecurityLog.refused(Refusal.TOKEN_REFUSED, request, 0);
            return Problems.answer(
                    ResponseEntity.status(ProblemType.UNAUTHENTICATED.status())
                            .header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"flash-sale\""),
                    Problems.of(ProblemType.UNAUTHENTICATED));
        }
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .body(new Issued(issuer.forGateway(TTL).value(), "Bearer", TTL.toSeconds()));
    }

    private boolean isGateway(String authorization) {
        if (credentials == null || !authorization.regionMatches(true, 0, "Basic ", 0, 6)) {
            return false;
        }
        try {
            byte[] given = Base64.getDecoder().decode(authorization.substring(6).strip());
            return MessageDigest.isEqual(given, credentials); // constant time
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }
}
