package io.flashsale.commons.security.jwt;

import io.flashsale.commons.security.Tokens;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Checks a token's subject and audience: our subjects are account ids, and a token without an expiry is not ours.
 *
 * <p>Accepts tokens of persons for the shop, and tokens of services for this service. The role alone is not enough
 * for a service's token. A token for the shop opens no internal call, and a token that another service has received
 * opens nothing here.
 *
 * @param service its {@code spring.application.name}
 */
record HolderValidator(String service) implements OAuth2TokenValidator<Jwt> {

    private static final Pattern ACCOUNT_ID = Pattern.compile("\\d{1,18}");
    private static final OAuth2TokenValidatorResult REFUSED =
            OAuth2TokenValidatorResult.failure(new OAuth2Error(OAuth2ErrorCodes.INVALID_TOKEN));

    @Override
    public OAuth2TokenValidatorResult validate(Jwt token) {
        boolean ours = isAccountId(token.getSubject()) && token.getExpiresAt() != null && isForUs(token);
        return ours ? OAuth2TokenValidatorResult.success() : REFUSED;
    }

    private static boolean isAccountId(@Nullable String subject) {
        return subject != null && ACCOUNT_ID.matcher(subject).matches();
    }

    private boolean isForUs(Jwt token) {
        @Nullable List<String> audience = token.getAudience();
        String role = token.getClaimAsString(Tokens.ROLE_CLAIM);
        String expected = Tokens.SERVICE.equals(role) || Tokens.GATEWAY.equals(role) ? service : Tokens.SHOP_AUDIENCE;
        return audience != null && audience.contains(expected);
    }
}
