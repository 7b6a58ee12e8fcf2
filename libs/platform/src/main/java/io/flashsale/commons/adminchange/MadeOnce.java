package io.flashsale.commons.adminchange;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.signature.Hashes;
import io.flashsale.contracts.admission.IdempotencyKeyHeader;
import io.flashsale.contracts.problem.ProblemType;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes one thing for all requests of administrators with the same path and {@code Idempotency-Key}. What is
 * made and the key are committed together, in table {@code made_once}.
 */
public final class MadeOnce {

    public static final String HEADER = IdempotencyKeyHeader.NAME;

    private final JdbcClient jdbc;
    private final JsonMapper json;

    MadeOnce(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /**
     * Reads the key of a request.
     *
     * @param key null if the request has none; then each request makes something
     * @param body the same for a repeated request only
     * @throws ProblemException INVALID_REQUEST for a key that is not 1 to 64 visible ASCII characters
     */
    public Request request(String path, @Nullable String key, Object body) {
        if (key != null && !IdempotencyKeyHeader.isWellFormed(key)) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, HEADER + " has 1 to 64 visible ASCII characters.");
        }
        return new Request(path, key, Hashes.sha256(json.writeValueAsBytes(body)));
    }

    /** One request; both methods are for the transaction that makes the thing. */
    public final class Request {

        private final String path;
        private final @Nullable String key;
        private final byte[] digest;

        private Request(String path, @Nullable String key, byte[] digest) {
            this.path = path;
            this.key = key;
            this.digest = digest;
        }

        /**
         * Returns the id of what an earlier request has made. If there is none, other requests with the key wait for the
         * end of this transaction.
         *
         * @throws ProblemException INVALID_REQUEST if the earlier request asked for something else
         */
        public OptionalLong madeBefore() {
            if (key == null) {
                return OptionalLong.empty();
            }
            try {
                jdbc.sql("INSERT INTO made_once (path, idempotency_key, digest) VALUES (?, ?, ?)")
                        .params(path, key, digest)
                        .update();
                return OptionalLong.empty();
            } catch (DuplicateKeyException earlier) {
                return OptionalLong.of(earlierId(key));
            }
        }

        private long earlierId(String known) {
            record Made(byte[] digest, long madeId) {}
            // A plain SELECT might not see what was committed after this transaction began. The refused INSERT has this
            // lock
            // already, and so have others that wait here.
            Made made = jdbc.sql(
                            "SELECT digest, made_id FROM made_once WHERE path = ? AND idempotency_key = ? LOCK IN SHARE MODE")
                    .params(path, known)
                    .query((row, n) -> new Made(row.getBytes("digest"), row.getLong("made_id")))
                    .single();
            if (!Arrays.equals(made.digest(), digest)) {
                throw new ProblemException(
                        ProblemType.INVALID_REQUEST, HEADER + " was used before, for another request.");
            }
            return made.madeId();
        }

        /** Notes what this request has made. */
        public void made(long id) {
            if (key != null) {
                jdbc.sql("UPDATE made_once SET made_id = ? WHERE path = ? AND idempotency_key = ?")
                        .params(id, path, key)
                        .update();
            }
        }
    }
}
