package io.flashsale.order.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.kafka.JsonMessages;
import io.flashsale.commons.kafka.JsonMessages.Reading;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.contracts.reservation.StockReservedGroup;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ReservationCheckTests {

    private static final StockReserved FIRST = new StockReserved(
            Long.MAX_VALUE,
            2,
            3,
            new SaleTerms("灯 😀", "/i.svg", 0),
            Instant.parse("2026-01-01T00:00:00.123Z"),
            null,
            null);
    private static final StockReservedGroup GOOD = new StockReservedGroup(
            2,
            FIRST.terms(),
            FIRST.reservedAt(),
            List.of(
                    new StockReservedGroup.Line(FIRST.orderId(), 3, null, null),
                    new StockReservedGroup.Line(5, 4, "correlation", null)),
            null);
    private static final List<StockReserved> READ =
            List.of(FIRST, new StockReserved(5, 2, 4, FIRST.terms(), FIRST.reservedAt(), "correlation", null));

    private final JsonMapper json = JsonMapper.builder().build();
    private final JsonMessages<StockReservedGroup> groups = ReservationCheck.messages(json);

    private Reading<StockReservedGroup> read(String message) {
        return groups.read(message.getBytes(StandardCharsets.UTF_8));
    }

    private List<StockReserved> reservations(String message) {
        return read(message) instanceof Reading.Message<StockReservedGroup>(StockReservedGroup group)
                ? group.reservations()
                : List.of();
    }

    @Test
    void shouldReadWhatStockServiceWrites() {
        String good = json.writeValueAsString(GOOD);
        assertThat(reservations(good)).isEqualTo(READ);
        assertThat(read(good.replace("\"priceCents\":0", "\"priceCents\":-1")))
                .isEqualTo(new Reading.Unreadable<>("the terms are missing or the price is negative"));
    }

    /** Most sales have one bucket, and their messages leave it out. */
    @ParameterizedTest
    @CsvSource({"0, true", "15, true", "16, false", "-1, false"})
    void shouldTakeReservationsOfEachBucketThatThereMayBe(int bucket, boolean good) {
        assertThat(json.writeValueAsString(GOOD)).doesNotContain("bucket");
        StockReservedGroup group =
                new StockReservedGroup(GOOD.saleId(), GOOD.terms(), GOOD.reservedAt(), GOOD.orders(), bucket);
        assertThat(reservations(json.writeValueAsString(group))).isEqualTo(good ? READ : List.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "null", "[]", "{}",
                "7", "\"text\"", "{\"orderId\":\"1\"", "{\"orderId\":\"x\"}", "{\"orders\":[]}"
            })
    void shouldCallPoisonWhatIsNoReservation(String message) {
        assertThat(read(message)).isInstanceOf(Reading.Unreadable.class);
        assertThat(groups.read(null)).isInstanceOf(Reading.Unreadable.class);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "9223372036854775807, -1",
                "9223372036854775807, 9223372036854775808",
                "`\"saleId\":\"2\"`,  `\"saleId\":\"0\"`",
                "`\"saleId\":\"2\"`,  `\"saleId\":\"844424930131970\"`", // the gate of bucket 3 of sale 2
                "`\"userId\":\"3\"`,  `\"userId\":null`",
                "`\"userId\":\"4\"`,  `\"userId\":\"0\"`",
                "`\"orders\":[`, `\"orders\":[null,`",
                "`\"priceCents\":0`,  `\"priceCents\":-1`",
                "2026-01-01, 1969-01-01",
                "2026-01-01, +99999-01-01",
                "`\"2026-01-01T00:00:00.123Z\"`, null",
                "`\"/i.svg\"`,        null",
                "灯,                  \\ud83d"
            })
    void shouldCallPoisonWhatWouldNotFitTheTable(String part, String instead) {
        String message = json.writeValueAsString(GOOD);
        assertThat(message).contains(part);
        assertThat(read(message.replace(part, instead))).isInstanceOf(Reading.Unreadable.class);
        assertThat(read(message.replace("灯", "灯".repeat(500)))).isInstanceOf(Reading.Unreadable.class);
    }
}
