package io.flashsale.order.journey;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way of a click as a page shows it.
 *
 * @param orderId absent where the click was refused
 * @param traceId by which a server of traces knows it; absent where the click was not followed: then there are no stops, only rows
 * @param status of the order
 * @param createdAt when the order got its row; absent where it has none
 * @param stops in the sequence of a purchase up to its row, and then as they began, by the clocks of the machines where they did
 * @param rows that there are now, of all tables that have something of the order; none for who may not see them
 * @param missing what could not be read just now: {@code stops} or {@code flows}
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
     * @param file that does what happens at this stop, by its path in the repository
     * @param micros how long it took, in microseconds
     * @param wrote what it found and wrote, by name
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record StopView(
            String stop, String service, @Nullable String file, Instant at, long micros, Map<String, String> wrote) {

        /** Where and when, and not what. */
        StopView withoutDetails() {
            return new StopView(stop, service, file, at, micros, Map.of());
        }
    }

    /**
     * @param table with the service whose schema has it
     * @param values by column
     */
    record RowView(String table, Map<String, String> values) {}
}
