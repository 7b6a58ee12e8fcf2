package io.flashsale.accounts;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Initial accounts, the cost of password hashing, and whether crowds may be made.
 *
 * @param adminUsername first administrator, made at start if the name is free; requires {@code adminPassword}
 * @param initial further accounts to make at start if their names are free; for the demo
 * @param knownPasswords whether accounts may have passwords that our documentation prints; for the demo. If false,
 *     nobody can log in with one, even in a database that comes from a demo
 * @param bcryptStrength each step doubles the work; 10 takes about 50 ms
 * @param simulatedShoppers whether an administrator may make thousands of accounts with tokens; for load tests
 */
@Validated
@ConfigurationProperties("flashsale.accounts")
record AccountProperties(
        @Nullable String adminUsername,
        @Nullable String adminPassword,
        @DefaultValue List<@Valid InitialAccount> initial,
        @DefaultValue("false") boolean knownPasswords,
        @DefaultValue("10") @Min(4) @Max(16) int bcryptStrength,
        @DefaultValue("false") boolean simulatedShoppers) {

    /** An account to make at start. */
    record InitialAccount(
            @NotBlank String username,
            @NotBlank String password,
            @Pattern(regexp = "SHOPPER|ADMIN") String role) {}
}
