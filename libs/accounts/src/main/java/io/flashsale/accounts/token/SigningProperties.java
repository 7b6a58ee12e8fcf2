package io.flashsale.accounts.token;

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
 * @param keyFile RSA private key, PKCS#8 in PEM
 * @param keyDirectory directory of later keys; each file is named by its creation time, such as
 *     {@code 20260131T120000Z.pem}
 * @param publishBeforeSigning how long after its creation a key begins to sign
 * @param createKeyFile whether to create the file at the first start; only for the demo
 * @param tokenTtl lifetime of a shopper's token
 * @param adminTokenTtl lifetime of an administrator's token
 * @param gatewaySecret secret with which the gateway fetches its own token; without it no such token is issued
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

    /** Leaves out the secret. */
    @Override
    public String toString() {
        return "SigningProperties[keyFile=" + keyFile + ", tokenTtl=" + tokenTtl + "]";
    }
}
