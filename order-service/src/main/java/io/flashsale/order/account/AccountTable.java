package io.flashsale.order.account;

import io.flashsale.commons.sql.MultiRowInsert;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Component;

/** The rows of table {@code account}. */
@Component
class AccountTable {

    private static final MultiRowInsert WITHOUT_PASSWORD = new MultiRowInsert(
            "INSERT INTO account (username, password_hash, role, created_at) VALUES",
            "(?, '" + PasswordHashing.NO_PASSWORD + "', ?, UTC_TIMESTAMP(3))");

    private final JdbcClient jdbc;
    private final JdbcTemplate template;

    AccountTable(JdbcClient jdbc, JdbcTemplate template) {
        this.jdbc = jdbc;
        this.template = template;
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

    /**
     * New accounts that nobody can log in to, name → id.
     *
     * @throws DuplicateKeyException if a name is taken
     */
    Map<String, Long> insertWithoutPassword(List<String> usernames, String role) {
        WITHOUT_PASSWORD.execute(
                template,
                usernames.stream().map(name -> new Object[] {name, role}).toList());
        // Asked for rather than computed from the first: with several inserts at once the ids need not be in a row.
        Map<String, Long> ids = new LinkedHashMap<>();
        jdbc.sql("SELECT id, username FROM account WHERE username IN (:names) ORDER BY id")
                .param("names", usernames)
                .query(row -> {
                    ids.put(row.getString("username"), row.getLong("id"));
                });
        return ids;
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
