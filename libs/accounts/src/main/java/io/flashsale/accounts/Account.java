package io.flashsale.accounts;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A user who may log in; a row of {@code account}. */
@TableName("account")
class Account {

    @TableId(type = IdType.ASSIGN_ID)
    private @Nullable Long id;

    private String username = "";
    private String passwordHash = "";
    private String role = "";
    private int tokenVersion;
    private @Nullable String configuredHash;
    private @Nullable LocalDateTime createdAt;

    /** For MyBatis. */
    Account() {}

    /** An account that is not stored yet. Its role is {@code SHOPPER} or {@code ADMIN}, as in the tokens. */
    Account(String username, String passwordHash, String role) {
        this.username = username;
        this.passwordHash = passwordHash;
        this.role = role;
    }

    long id() {
        return Objects.requireNonNull(id, "not stored yet");
    }

    String username() {
        return username;
    }

    String passwordHash() {
        return passwordHash;
    }

    /** False for accounts that are bound to a provider, and for those of load tests. */
    boolean hasPassword() {
        return !passwordHash.equals(PasswordHashing.NO_PASSWORD);
    }

    String role() {
        return role;
    }

    /** Tokens with a lower version are invalid. */
    int tokenVersion() {
        return tokenVersion;
    }

    /** When the account was opened, by the database's clock. */
    Instant since() {
        return Objects.requireNonNull(createdAt, "not stored yet").toInstant(ZoneOffset.UTC);
    }

    /** Hash of the last password that the configuration gave this account; null if it never gave one. */
    @Nullable
    String configuredHash() {
        return configuredHash;
    }
}
