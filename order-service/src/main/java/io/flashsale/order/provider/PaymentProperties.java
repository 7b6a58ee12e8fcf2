package io.flashsale.order.provider;

import io.flashsale.commons.MissingSettingException;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the payment provider.
 *
 * @param provider {@code mock}, which takes no money and accepts every charge; for demonstrations. To sell for
 *     money, define a {@link PaymentProvider} as {@code @Component("paymentProvider")} instead
 * @param signingSecret signs the provider's notifications; anybody who has it can declare orders paid
 * @param answerTimeout after which a call to the provider counts as unanswered
 */
@Validated
@ConfigurationProperties("flashsale.payment")
public record PaymentProperties(
        @Nullable String provider,
        @Nullable String signingSecret,
        @DefaultValue("10s") @DurationMin(millis = 1) Duration answerTimeout) {

    private static final int MIN_SECRET_LENGTH = 16;

    /** Fails unless the mock provider is configured explicitly. */
    void requireMock() {
        if (!"mock".equals(provider)) {
            throw new MissingSettingException(
                    "There is no payment provider.",
                    "Bring one, a component named paymentProvider; or set flashsale.payment.provider to mock (environment variable"
                            + " FLASHSALE_PAYMENT_PROVIDER), which takes no money and always agrees.");
        }
    }

    String requiredSecret() {
        if (signingSecret == null || signingSecret.length() < MIN_SECRET_LENGTH) {
            throw new MissingSettingException(
                    "flashsale.payment.signing-secret is not set, or shorter than " + MIN_SECRET_LENGTH
                            + " characters.",
                    "Set it to the secret agreed with the payment provider (environment variable"
                            + " FLASHSALE_PAYMENT_SIGNING_SECRET).");
        }
        return signingSecret;
    }

    @Override
    public String toString() {
        return "PaymentProperties[provider=" + provider + ", signingSecret=***, answerTimeout=" + answerTimeout + "]";
    }
}
