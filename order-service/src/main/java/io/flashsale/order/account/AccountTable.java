package io.flashsale.order.account;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Component;

/** The rows of table {@code account}. */
@Component
class AccountTable {

    private final JdbcClient jdbc;

    AccountTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The new account's id, or nothing if the name is taken: of two at once, the unique key lets one through. */
    Optional<Long> insert(String username, String passwordHash, String role) {
        KeyHolder id = new GeneratedKeyHolder();
        try {
            jdbc.sql("INSERT INTO account (username, password_hash, role, created_at)"
                            + " VALUES (?, ?, ?, UTC_TIMESTAMP(3))")
                    .params(username, passwordHash, role)
                    .update(id, "id");
        } catch (DuplicateKeyException taken) {
            return Optional.empty();
        }
        return Optional.of(Objects.requireNonNull(id.getKey()).longValue());
    }

    Optional<Account> find(String username) {
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(username)) {
            return Optional.empty(); // the column is ASCII, and MySQL refuses to compare it with anything else
        }
        return jdbc.sql("SELECT id, username, password_hash, role FROM account WHERE username = ?")
                .param(username)
                .query((row, n) -> new Account(
                        row.getLong("id"),
                        row.getString("username"),
                        row.getString("password_hash"),
                        row.getString("role")))
                .optional();
    }
}
