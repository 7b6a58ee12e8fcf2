package io.flashsale.order.provider;

import io.flashsale.commons.MissingSettingException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What we share with the payment provider.
 *
 * @param signingSecret signs the provider's notifications; whoever has it can declare orders paid
 */
@ConfigurationProperties("flashsale.payment")
record PaymentProperties(@Nullable String signingSecret) {

    private static final int MIN_SECRET_LENGTH = 16;

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
        return "PaymentProperties[signingSecret=***]";
    }
}
