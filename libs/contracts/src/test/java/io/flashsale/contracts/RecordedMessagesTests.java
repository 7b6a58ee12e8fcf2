package io.flashsale.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.flashsale.contracts.admission.AdmissionAnswers;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.coupon.CouponClaimedGroup;
import io.flashsale.contracts.coupon.CouponReserved;
import io.flashsale.contracts.coupon.CouponSettled;
import io.flashsale.contracts.coupon.ReserveCoupon;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.contracts.reservation.Reservation;
import io.flashsale.contracts.reservation.SaleTerms;
import io.flashsale.contracts.reservation.StockReservedGroup;
import io.flashsale.contracts.session.EndedSessionList;
import io.flashsale.contracts.stock.Deduct;
import io.flashsale.contracts.stock.Deductions;
import io.flashsale.contracts.stock.StockFlows;
import io.flashsale.contracts.testing.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * This version and the previous release understand each other. A consumer's tests say what becomes of a message that
 * it does not understand.
 */
class RecordedMessagesTests {

    private static final Path FOLDER = Path.of("src/test/resources/recorded", Recorded.RELEASE);
    private static final Instant AT = Instant.parse("2026-11-27T10:00:00.123Z");

    private final JsonMapper json = JsonMapper.builder().build();

    /** What the recordings say. A field that is newer than they are is null here. */
    static Stream<Object> messages() {
        return Stream.of(
                new StockReservedGroup(
                        5,
                        new SaleTerms("A lamp", "/images/lamp.svg", 1_990),
                        AT,
                        List.of(
                                new StockReservedGroup.Line(Long.MAX_VALUE, 7, "correlation-7", 31L),
                                new StockReservedGroup.Line(12, 8, null, null)),
                        2),
                new CouponClaimedGroup(
                        6,
                        AT,
                        List.of(
                                new CouponClaimedGroup.Line(21, 7, "correlation-7"),
                                new CouponClaimedGroup.Line(22, 8, null))),
                new OrderReleased(
                        11,
                        5,
                        7,
                        OrderReleased.Reason.CANCELLED,
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
                new CouponSettled(21, 11, 2, CouponSettled.Outcome.USED, 500),
                new AdmissionCall(
                        List.of(
                                new AdmissionCall.Line(5, 7, "correlation-7", "v1.a-ticket"),
                                new AdmissionCall.Line(5, 8, "correlation-8", null)),
                        3),
                new AdmissionAnswers(List.of(new AdmissionAnswers.Answer(
                        202, Map.of("Content-Type", "application/json"), "{\"orderId\":\"11\"}"))),
                new Deduct(5, List.of(new Deduct.Line(11, 7, 1_990, 2))),
                new Deductions(
                        List.of(
                                new Deductions.Line(11, Deductions.Outcome.DEDUCTED),
                                new Deductions.Line(12, Deductions.Outcome.INSUFFICIENT_STOCK),
                                new Deductions.Line(13, Deductions.Outcome.ALREADY_RELEASED),
                                new Deductions.Line(14, Deductions.Outcome.OTHER_ORDER),
                                new Deductions.Line(15, Deductions.Outcome.WRONG_PRICE),
                                new Deductions.Line(16, Deductions.Outcome.LIMIT_REACHED)),
                        42L),
                new StockFlows(List.of(new StockFlows.Line(11, "DEDUCT", 5, 7, AT))),
                new Reservation(11, 5, 7),
                new ReserveCoupon(11, 2, 7, 5, 1_990),
                new CouponReserved(21, 11, 500),
                new EndedSessionList(
                        AT,
                        List.of(
                                new EndedSessionList.Ended(1, 7, "a-token", null, AT),
                                new EndedSessionList.Ended(2, 7, null, 3, AT)),
                        true));
    }

    private static String kind(Object message) {
        return message.getClass().getSimpleName();
    }

    /** A release removes the recordings before it; then this writes its own. */
    private void recordIfMissing(Object message) throws IOException {
        Path file = FOLDER.resolve(kind(message) + ".json");
        if (!Files.exists(file)) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, json.writeValueAsString(message) + "\n");
            fail(file + " was missing. This version has recorded its own: only a release commits that.");
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldReadWhatThePreviousReleaseWritesAlsoWithFieldsOfALaterVersion(Object message) throws IOException {
        recordIfMissing(message);
        JsonNode recorded = Recorded.message(kind(message));
        assertThat(json.treeToValue(recorded, message.getClass())).isEqualTo(message);
        JsonNode later = Recorded.withUnknownFields(recorded);
        assertThat(json.treeToValue(later, message.getClass())).isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void shouldWriteWhatThePreviousReleaseReads(Object message) {
        JsonNode written = json.readTree(json.writeValueAsString(message));
        assertThat(changes(Recorded.message(kind(message)), written, ""))
                .as(
                        "Release %s reads these fields of %s. A new one may be added; none may vanish, or change its"
                                + " meaning, until the oldest version that runs no longer reads it: docs/upgrading.md",
                        Recorded.RELEASE, kind(message))
                .isEmpty();
    }

    /** What of the recording is not there, or is otherwise. */
    private static Stream<String> changes(JsonNode recorded, JsonNode written, String path) {
        if (recorded.isObject()) {
            return recorded.propertyStream()
                    .flatMap(field ->
                            changes(field.getValue(), written.path(field.getKey()), path + "." + field.getKey()));
        }
        if (recorded.isArray() && recorded.size() == written.size()) {
            return Stream.iterate(0, i -> i < recorded.size(), i -> i + 1)
                    .flatMap(i -> changes(recorded.path(i), written.path(i), path + "[" + i + "]"));
        }
        return recorded.equals(written) ? Stream.empty() : Stream.of(path + ": " + written);
    }

    @Test
    void shouldKnowTheMessageOfEachRecording() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            messages().map(message -> kind(message) + ".json").toList());
        }
    }

    /** The unit of the order comes back, whatever the reason. */
    @Test
    void shouldReadAReasonOfALaterVersionAsAnyOther() {
        JsonNode later = Recorded.message("OrderReleased").put("reason", "OF_A_LATER_VERSION");
        assertThat(json.treeToValue(later, OrderReleased.class).reason()).isEqualTo(OrderReleased.Reason.OTHER);
    }

    /** The outcomes of the other orders count. */
    @Test
    void shouldReadAnOutcomeOfALaterVersionAsUnknown() {
        String later = Recorded.message("Deductions").toString().replace("WRONG_PRICE", "OF_A_LATER_VERSION");
        assertThat(json.readValue(later, Deductions.class).orders())
                .extracting(Deductions.Line::outcome)
                .contains(Deductions.Outcome.UNKNOWN, Deductions.Outcome.DEDUCTED)
                .hasSize(6);
    }
}
