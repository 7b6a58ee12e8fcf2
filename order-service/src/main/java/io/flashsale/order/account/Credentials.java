package io.flashsale.order.account;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;

/** What a new account is made of. */
record Credentials(
        @NotNull @Pattern(regexp = "[A-Za-z0-9_.-]{3,32}", message = "must be 3 to 32 letters, digits, or one of _ . -")
        String username,

        @NotNull
        @Utf8Length(
                min = 8,
                max = PasswordHashing.MAX_BYTES,
                message = "must be 8 to 72 bytes long: BCrypt would ignore whatever follows")
        String password) {}
