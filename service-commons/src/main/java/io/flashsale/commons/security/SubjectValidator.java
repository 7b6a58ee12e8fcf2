package io.flashsale.commons.security;

import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;

/** Our subjects are account ids, and a token without an expiry is none of ours. */
final class SubjectValidator implements OAuth2TokenValidator<Jwt> {

    private static final OAuth2TokenValidatorResult REFUSED =
            OAuth2TokenValidatorResult.failure(new OAuth2Error(OAuth2ErrorCodes.INVALID_TOKEN));

    @Override
    public OAuth2TokenValidatorResult validate(Jwt token) {
        boolean ours = isAccountId(token.getSubject()) && token.getExpiresAt() != null;
        return ours ? OAuth2TokenValidatorResult.success() : REFUSED;
    }

    private static boolean isAccountId(@Nullable String subject) {
        return subject != null && subject.matches("\\d{1,18}");
    }
}
