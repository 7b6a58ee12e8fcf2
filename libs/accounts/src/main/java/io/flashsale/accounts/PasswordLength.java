package io.flashsale.accounts;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Bounds a password: at least so many characters, and at most as many bytes as BCrypt hashes. 24 common Chinese
 * characters take 72 bytes.
 */
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = PasswordLength.Validator.class)
@interface PasswordLength {

    int MIN_CHARACTERS = 8;

    String message() default
            "must be at least 8 characters, and at most 72 bytes long in UTF-8: BCrypt would ignore whatever follows";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    final class Validator implements ConstraintValidator<PasswordLength, String> {

        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            return text == null // @NotNull rejects null
                    || text.codePointCount(0, text.length()) >= MIN_CHARACTERS
                            && text.getBytes(StandardCharsets.UTF_8).length <= PasswordHashing.MAX_BYTES;
        }
    }
}
