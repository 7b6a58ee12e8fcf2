package io.flashsale.order.account;

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

/** The text has so many bytes in UTF-8. */
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = Utf8Length.Validator.class)
@interface Utf8Length {

    int min();

    int max();

    String message();

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Counts. */
    final class Validator implements ConstraintValidator<Utf8Length, String> {

        private int min;
        private int max;

        @Override
        public void initialize(Utf8Length length) {
            min = length.min();
            max = length.max();
        }

        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            if (text == null) {
                return true; // @NotNull checks that
            }
            int bytes = text.getBytes(StandardCharsets.UTF_8).length;
            return min <= bytes && bytes <= max;
        }
    }
}
