package io.flashsale.order.token;

import jakarta.validation.constraints.Size;
import java.nio.file.Path;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How tokens are signed.
 *
 * @param keyFile the RSA private key, PKCS#8 in PEM
 * @param keyDirectory of keys that follow it, each named by the time of its making, such as {@code 20260131T120000Z.pem}
 * @param publishBeforeSigning how long after that time the key begins to sign
 * @param createKeyFile whether to make the file at the first start; only for the demo, where nobody else would
 * @param tokenTtl how long a shopper's token is good for
 * @param adminTokenTtl how long an administrator's is
 * @param gatewaySecret by which we know the gateway, which fetches a token of its own; without it nobody gets one
 */
@Validated
@ConfigurationProperties("flashsale.jwt")
record SigningProperties(
        @Nullable Path keyFile,
        @Nullable Path keyDirectory,
        @DefaultValue("10m") @DurationMin(seconds = 1) Duration publishBeforeSigning,
        @DefaultValue("false") boolean createKeyFile,
        @DefaultValue("2h") @DurationMin(minutes = 1) Duration tokenTtl,
        @DefaultValue("30m") @DurationMin(minutes = 1) Duration adminTokenTtl,
        @Nullable @Size(min = 16) String gatewaySecret) {

    /** Without the secret. */
    @Override
    public String toString() {
        return "SigningProperties[keyFile=" + keyFile + ", tokenTtl=" + tokenTtl + "]";
    }
}
