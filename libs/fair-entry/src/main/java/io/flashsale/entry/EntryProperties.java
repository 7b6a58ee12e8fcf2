package io.flashsale.entry;

import jakarta.validation.constraints.Size;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the entry to sales.
 *
 * @param secret that signs passes and tickets; all instances have the same; there is no default
 * @param previousSecret the secret before; passes that it signed are valid as long as it is set
 * @param turn how long a number may fetch its ticket; begins once its place is served
 */
@Validated
@ConfigurationProperties("flashsale.entry")
record EntryProperties(
        @Nullable @Size(min = 16) String secret,
        @Nullable String previousSecret,
        @DefaultValue("2m") @DurationMin(seconds = 1) Duration turn) {

    /** Leaves out the secrets. */
    @Override
    public String toString() {
        return "EntryProperties[turn=" + turn + "]";
    }
}
