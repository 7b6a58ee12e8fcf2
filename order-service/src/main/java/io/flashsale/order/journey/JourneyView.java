package io.flashsale.order.journey;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The journey of a click as a page shows it.
 *
 * @param orderId absent if the click was refused
 * @param traceId id in the trace server; absent if the click was not followed, in which case there are rows but no
 *     stops
 * @param status of the order
 * @param createdAt when the order got its row; absent if it has none
 * @param stops in the sequence of a purchase up to the row; later ones by start time on the clock of each machine
 * @param rows current rows of all tables about the order; empty for a user who may not see them
 * @param missing what could not be read now: {@code stops} or {@code flows}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record JourneyView(
        @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable
        Long orderId,

        @Nullable String traceId,
        @Nullable String status,
        @Nullable Instant createdAt,
        List<StopView> stops,
        List<RowView> rows,
        List<String> missing,
        Instant serverTime) {

    /**
     * A stop of the journey.
     *
     * @param file path in the repository of the code that works at this stop
     * @param micros duration in microseconds
     * @param wrote what it found and wrote, by name
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record StopView(
            String stop, String service, @Nullable String file, Instant at, long micros, Map<String, String> wrote) {

        /** The same stop with its place and time only. */
        StopView withoutDetails() {
            return new StopView(stop, service, file, at, micros, Map.of());
        }
    }

    /**
     * A row of a table.
     *
     * @param table with the service that owns its schema
     * @param values by column
     */
    record RowView(String table, Map<String, String> values) {}
}
