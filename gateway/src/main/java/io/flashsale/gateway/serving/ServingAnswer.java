package io.flashsale.gateway.serving;

import io.flashsale.commons.signature.Hashes;
import java.time.Instant;
import java.util.HexFormat;

/**
 * What stock-service said of a waiting room, ready to be sent.
 *
 * @param status 200, or that of a problem, which {@code body} then is
 * @param etag names these bytes
 * @param at not after stock-service said so; of a problem, when it was known here
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ServingAnswer(int status, byte[] body, String etag, Instant at) {

    static ServingAnswer of(int status, byte[] body, Instant at) {
        return new ServingAnswer(status, body, '"' + HexFormat.of().formatHex(Hashes.sha256(body), 0, 8) + '"', at);
    }

    boolean isProblem() {
        return status != 200;
    }
}
