package io.flashsale.steps;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/** What a shop answers to a click on <em>buy</em>. */
public enum BuyAnswer {

    /** The order is in MySQL. */
    BOUGHT(200),

    /** The order is not in MySQL yet, but will be. */
    ACCEPTED(202),

    SOLD_OUT(409),

    /** This user has an order already; each may have one. */
    ALREADY_BOUGHT(409),

    /** Not decided yet; the shopper may click again. */
    BUSY(503);

    private final int status;

    BuyAnswer(int status) {
        this.status = status;
    }

    /** The answer that a Lua script has returned by its name. */
    public static BuyAnswer of(@Nullable String name) {
        return valueOf(Objects.requireNonNull(name, "the script returned nothing"));
    }

    public ResponseEntity<String> toResponse() {
        return ResponseEntity.status(status).body(name());
    }
}
