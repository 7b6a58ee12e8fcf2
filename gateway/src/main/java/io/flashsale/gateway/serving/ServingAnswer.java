package io.flashsale.gateway.serving;

import io.flashsale.commons.signature.Hashes;
import java.time.Instant;
import java.util.HexFormat;

/**
 * A waiting room's state as stock-service reported it, ready to be sent.
 *
 * @param status 200, or the status of the problem in {@code body}
 * @param etag identifies these bytes
 * @param at a time no later than stock-service's answer; for a problem, when it became known here
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
