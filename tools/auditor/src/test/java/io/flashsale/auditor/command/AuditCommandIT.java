package io.flashsale.auditor.command;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.auditor.testing.AuditedServers;
import io.flashsale.auditor.testing.SourceWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/** The command {@code tools/auditor/audit} on real servers: its output and its exit code. */
class AuditCommandIT {

    private static final long NO_ORDER = 99;
    private static final String NOBODY = "127.0.0.1:1"; // no process listens there

    @TempDir
    private Path folder;

    private final Map<String, String> environment = AuditedServers.environment();
    private final SourceWriter writer = AuditedServers.writer();
    private final long sale = writer.sale(10);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Audits again while a server that runs does not answer in ten seconds. */
    private int audit(Object... arguments) {
        int code = auditOnce(arguments);
        for (int again = 0; again < 10 && wasSilent(); again++) {
            code = auditOnce(arguments);
        }
        return code;
    }

    /** Whether the last audit could not reach a server. */
    private boolean wasSilent() {
        return err.toString(StandardCharsets.UTF_8).contains("cannot be read: is it running");
    }

    private int auditOnce(Object... arguments) {
        out.reset();
        err.reset();
        return new AuditCommand(
                        environment,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(Stream.concat(Stream.of(arguments), Stream.of("--data=" + folder))
                        .map(String::valueOf)
                        .toList());
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private void assertNotMeasured(int code, String why) {
        assertThat(code).isEqualTo(AuditCommand.NOT_MEASURED);
        assertThat(printed()).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("audit: ")
                .contains(why)
                .hasLineCount(1);
    }

    private Path clients(String... rows) throws IOException {
        return Files.write(
                folder.resolve("seen.csv"),
                Stream.concat(Stream.of("orderId,userId,responseCode"), Stream.of(rows))
                        .toList());
    }

    @Test
    void endsWithZeroWhenTheInvariantsHold() {
        writer.order(sale, 1);

        assertThat(audit(sale)).as(printed()).isEqualTo(AuditCommand.HOLDS);
        assertThat(printed())
                .contains("Sale " + sale + " \"A sale\": 10 + 0 units, 1 sold, 9 available, 0 oversold")
                .contains("Redis: 9 remaining, 1 holders", "Orders: 1 AWAITING_PAYMENT", "I6  holds", "I11 holds")
                .endsWith("HOLDS\n");
    }

    @Test
    void endsWithOneWhenTheyAreViolated() {
        writer.insertOrder(sale, 2);

        assertThat(audit(sale)).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed())
                .contains("I6  VIOLATED", "deduct-missing: 1", "order-without-holder: 1")
                .endsWith("VIOLATED: I5, I6\n");
    }

    @Test
    void findsAShopperWithMoreThanTheLimitOverTheVariantsOfASale() {
        long other = sibling();
        slot(1, writer.order(sale, 1));
        slot(2, writer.order(other, 2));
        assertThat(audit(sale)).as(printed()).isEqualTo(AuditCommand.HOLDS);

        long second = writer.order(other, 1);
        assertThat(audit(sale)).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed()).contains("duplicate-buyer: 1").endsWith("VIOLATED: I3\n");
        assertThat(audit(other)).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed()).contains("duplicate-buyer: 1", "family-slot: 1", "order " + second + " has a unit");
    }

    /** Slots that are in the way of shoppers, though nobody holds their units. */
    @Test
    void findsSlotsOfAFamilyForOrdersThatItDoesNotHave() {
        long other = sibling();
        long stranger = writer.sale(10);
        slot(1, writer.order(sale, 1));
        slot(2, writer.order(other, 2));
        assertThat(audit(sale)).as(printed()).isEqualTo(AuditCommand.HOLDS);

        long foreign = writer.order(stranger, 3);
        slot(3, foreign);
        slot(4, NO_ORDER);
        for (long variant : List.of(sale, other)) {
            assertThat(audit(variant)).isEqualTo(AuditCommand.VIOLATED);
            assertThat(printed())
                    .contains("family-slot: 2", "order " + foreign + " has a slot", "order " + NO_ORDER + " has a slot")
                    .endsWith("VIOLATED: I3\n");
        }
    }

    /** A slot in another family does not keep the limit of this one. */
    @Test
    void findsAUnitWhoseSlotIsInAnotherFamily() {
        long other = sibling();
        long order = writer.order(sale, 1);
        writer.inStock("INSERT INTO family_unit VALUES (?, 1, 1, ?)", other, order);
        assertThat(audit(sale)).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed()).contains("family-slot: 1", "order " + order + " has a unit");
    }

    /** Makes the sale and a new one variants. */
    private long sibling() {
        long other = writer.sale(10);
        writer.inStock(
                "UPDATE sale SET family_id = ?, variant = CONCAT('V', id) WHERE id IN (?, ?)", sale, sale, other);
        for (long variant : List.of(sale, other)) {
            writer.gate(variant).put("terms", "{\"title\": \"A sale, V" + variant + "\", \"priceCents\": 1}");
        }
        return other;
    }

    private void slot(long user, long order) {
        writer.inStock("INSERT INTO family_unit VALUES (?, ?, 1, ?)", sale, user, order);
    }

    @Test
    void showsDeadLettersThatWaitForAnAdministrator() {
        long order = writer.order(sale, 1);
        writer.inOrders(
                "INSERT INTO order_under_review (order_id, sale_id, user_id, title, image_url, price_cents, since)"
                        + " SELECT id, sale_id, user_id, title, image_url, price_cents, created_at FROM orders"
                        + " WHERE id = ?",
                order);
        assertThat(audit(sale)).as(printed()).isEqualTo(AuditCommand.HOLDS);
        assertThat(printed()).as("it has been decided").doesNotContain("Waiting for an administrator");

        writer.inOrders("DELETE FROM orders WHERE id = ?", order);
        assertThat(audit(sale)).as(printed()).isEqualTo(AuditCommand.HOLDS);
        assertThat(printed()).contains("Orders: 1 UNDER_REVIEW", "Waiting for an administrator: 1");

        writer.inOrders("DELETE FROM order_under_review WHERE order_id = ?", order);
        assertThat(audit(sale)).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed()).contains("orphaned-flow: 1", "holder-without-order: 1");
    }

    @Test
    void findsAGateThatKnowsWhatMySqlHasLost() {
        writer.gate(sale).putAll(Map.of("revision", "2", "terms", "{\"title\": \"A sale\", \"priceCents\": 2}"));

        assertThat(audit(sale)).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed()).contains("redis-offer: 1", "redis-ahead: 1").endsWith("VIOLATED: I5\n");

        writer.gate(sale).putAll(Map.of("revision", "1", "terms", "{\"title\": \"A sale\", \"priceCents\": 1}"));
        writer.gate(sale).put("closesAt", "9000000000000");
        assertThat(audit(sale)).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed())
                .contains("redis-offer: 1")
                .doesNotContain("redis-ahead")
                .endsWith("VIOLATED: I5\n");
    }

    @Test
    void followsMoneyFromTheProvidersRecordsToTheOrder() {
        long order = writer.order(sale, 1);
        String charge = paidTwice(order);
        assertThat(audit(sale)).as(printed()).isEqualTo(AuditCommand.HOLDS);

        writer.take(charge + "-now", order, -1_800); // the charge stays recent for half an hour
        assertThat(audit(sale, "--wait=0")).isEqualTo(AuditCommand.NOT_MEASURED);
        assertThat(printed()).contains("I11 pending", "1 charges that the shop has not recorded yet");

        writer.take(charge + "-lost", order, 60);
        writer.giveBack(charge + "-again", "another-key-" + order);
        writer.giveBack(charge, "paid-" + order);
        assertThat(audit(sale, "--wait=0")).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed())
                .contains("I11 VIOLATED", "paid-and-refunded: 1", "refund-of-another-amount: 1")
                .contains("of 1: 1 is to go back, 2 went");
        writer.inOrders(
                "UPDATE mock_provider_charge SET charged_at = charged_at - INTERVAL 1 HOUR WHERE order_id = ?", order);
        assertThat(audit(sale)).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed()).contains("charge-unrecorded: 2").endsWith("VIOLATED: I11\n");
    }

    /** Pays the order, and once more, which goes back. Returns the first charge. */
    private String paidTwice(long order) {
        String charge = writer.pay(order);
        takeAndGiveBack(charge + "-again", order, order);
        return charge;
    }

    /** The provider takes the price of an order, the shop records it for this or another one, and it goes back. */
    private void takeAndGiveBack(String charge, long order, long recordedFor) {
        writer.take(charge, order, 60);
        writer.refunded(charge, recordedFor);
        writer.giveBack(charge, "key-" + charge);
    }

    @Test
    void findsMoneyThatIsRecordedForAnotherOrder() {
        long order = writer.order(sale, 1);
        takeAndGiveBack("stray-" + order, order, Long.MAX_VALUE - order); // an order that there is not
        takeAndGiveBack("strayed-" + order, order, writer.order(writer.sale(10), 1));

        assertThat(audit(sale)).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed()).contains("charge-differs: 2").endsWith("VIOLATED: I11\n");
    }

    @Test
    void findsAnOrderThatSaysSomethingElseThanItsRefunds() {
        long order = writer.order(sale, 1);
        paidTwice(order);
        assertThat(audit(sale)).as(printed()).isEqualTo(AuditCommand.HOLDS);

        writer.inOrders("UPDATE orders SET refund_cents = 7 WHERE id = ?", order);
        writer.inOrders("UPDATE refund SET reason = 'ORDER_ENDED' WHERE order_id = ?", order);
        assertThat(audit(sale)).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed()).contains("refund-sum: 1", "refund-status: 1").endsWith("VIOLATED: I11\n");
    }

    @Test
    void comparesWithAFileOfWhatClientsSaw() throws IOException {
        long order = writer.order(sale, 1);

        assertThat(audit(sale, "--clients", clients(order + ",1,202", ",2,409")))
                .as(printed())
                .isEqualTo(AuditCommand.HOLDS);
        assertThat(printed()).contains("Clients: 1 accepted, 1 persisted, 0 lost");

        assertThat(audit(sale, "--clients", clients(order + ",1,202", "99,3,202")))
                .isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed()).contains("lost-order: 1", "order 99 of user 3").endsWith("VIOLATED: I4\n");
    }

    private Path exported(String encoding, String separator, String... rows) throws IOException {
        String text = Stream.concat(
                        Stream.of("orderId,userId,title,priceCents,discountCents,refundCents,currency,status,reason"),
                        Stream.of(rows))
                .collect(joining("\r\n"));
        return Files.write(
                folder.resolve("orders.csv"), text.replace(",", separator).getBytes(Charset.forName(encoding)));
    }

    @ParameterizedTest
    @CsvSource({"UTF-8, ','", "UTF-16LE, '\t'", "GBK, ';'"})
    void comparesWithAFileOfExportedOrders(String encoding, String separator) throws IOException {
        long paid = writer.order(sale, 1);
        writer.pay(paid);
        long waiting = writer.order(sale, 2);
        String first = "\"=\"\"" + paid + "\"\"\",1,台灯,1,0,0,EUR,PAID,";

        Path right = exported(encoding, separator, first, waiting + ",2,台灯,1,0,0,EUR,AWAITING_PAYMENT,");
        assertThat(audit(sale, "--orders", right)).as(printed()).isEqualTo(AuditCommand.HOLDS);
        assertThat(printed()).isEqualTo("Sale " + sale + ": 2 orders in the file\nHOLDS\n");

        writer.pay(waiting); // goes on after the export
        assertThat(audit(sale, "--orders", right)).as(printed()).isEqualTo(AuditCommand.HOLDS);

        Path wrong = exported(
                encoding,
                separator,
                first,
                first.replace(",1,台灯", ",3,台灯"),
                first.replace("PAID", "CLOSED"),
                first.replace("PAID", "PAYED"),
                first.replace(",1,0,0,", ",2,0,0,"),
                first.replace(",1,0,0,", ",1,0,1,"),
                "7,2,台灯,1,0,0,EUR,PAID,");
        assertThat(audit(sale, "--orders", wrong)).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed())
                .contains(
                        "7 orders in the file",
                        "exported-order-missing: 1",
                        "order 7 of user 2",
                        "exported-for-another-user: 1",
                        "exported-status: 2",
                        "exported-amount: 2")
                .contains("order " + paid + " of user 3, PAID, 1 cents - 0, refund 0 in the file");
        assertThat(audit(sale, "--orders", wrong, "--json")).isEqualTo(AuditCommand.VIOLATED);
        assertThat(printed()).contains("\"orders\":7", "\"kind\":\"exported-order-missing\"");
    }

    @Test
    void refusesAFileOfOrdersThatItCannotRead() throws IOException {
        String row = "7,2,t,1,0,0,EUR,PAID,";
        assertNotMeasured(audit(sale, "--orders", folder.resolve("nothing.csv")), "nothing.csv cannot be read");
        assertNotMeasured(audit(sale, "--orders", clients("7,2,202")), "seen.csv has no column priceCents");
        assertNotMeasured(audit(sale, "--orders", exported("UTF-8", ",", row.replace("7", "7E17"))), "rounded");
        assertNotMeasured(audit(sale, "--orders", exported("UTF-8", ",", row.replace("1,0", "0.01,0"))), "no cents");
        assertNotMeasured(audit(sale, "--orders", exported("UTF-8", ",", row.substring(1))), "has no orderId");
        assertNotMeasured(audit(sale, "--orders", exported("UTF-8", ",")), "has no orders");
    }

    @Test
    void saysWhatItWaitedForWhenItCouldNotMeasure() {
        writer.gate(sale).put("lease", "f");

        assertThat(audit(sale, "--wait=1")).isEqualTo(AuditCommand.NOT_MEASURED);
        assertThat(printed()).contains("I5  pending").contains("NOT MEASURED: the gate in Redis is being rebuilt");
    }

    @Test
    void auditsTheNaivePathToo() {
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        AuditedServers.client(AuditedServers.LAB)
                .sql("INSERT INTO naive_sale (title, price_cents, initial_stock, stock) VALUES ('Naive', 100, 5, 5)")
                .update(key);
        assertThat(audit(Objects.requireNonNull(key.getKey()), "--naive"))
                .as(printed())
                .isEqualTo(AuditCommand.HOLDS);
        assertNotMeasured(audit("987654321", "--naive"), "there is no sale 987654321 of the naive path");
    }

    @Test
    void knowsNoSaleThatIsNotThere() {
        assertNotMeasured(audit("987654321"), "there is no sale 987654321: look for its id in GET /api/sales");
    }

    @Test
    void refusesAFileThatItCannotRead() throws IOException {
        assertNotMeasured(audit(sale, "--clients", folder.resolve("nothing.csv")), "nothing.csv cannot be read");
        Path other = Files.write(folder.resolve("other.csv"), List.of("a,b", "1,2"));
        assertNotMeasured(audit(sale, "--clients", other), "other.csv has no column responseCode");
    }

    @Test
    @Tag("long")
    void saysWhichServerDoesNotAnswer() {
        String database = AuditedServers.STOCK.jdbcUrl().replaceFirst("//[^/]+/", "//" + NOBODY + "/");
        environment.put("FLASHSALE_AUDITOR_SOURCE_STOCK_URL", database);
        assertNotMeasured(auditOnce(sale), "The database of stock-service cannot be read: is it running");

        environment.putAll(AuditedServers.environment());
        environment.put("SPRING_DATA_REDIS_PORT", "1");
        assertNotMeasured(auditOnce(sale), "Redis cannot be read");

        environment.putAll(AuditedServers.environment());
        environment.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", NOBODY);
        assertNotMeasured(auditOnce(sale), "Kafka cannot be read");
    }

    @Test
    void saysThatNoDemoRunsWhereNothingIsNamed() {
        environment.clear();
        assertNotMeasured(audit("1"), "no demo runs in " + folder + ": start ./demo");
    }

    @Test
    void readsASaleOfTenThousandOrders() throws IOException {
        int orders = 10_000;
        long soldOut = writer.saleThatSoldOut(orders);
        String[] rows = writer.orders
                .sql("SELECT CONCAT(id, ',', user_id, ',202') FROM orders WHERE sale_id = ?")
                .param(soldOut)
                .query(String.class)
                .list()
                .toArray(String[]::new);
        assertThat(audit(soldOut, "--clients", clients(rows))).as(printed()).isEqualTo(AuditCommand.HOLDS);
        assertThat(printed())
                .contains(
                        "%d sold, 0 available".formatted(orders),
                        "%1$d accepted, %1$d persisted, 0 lost".formatted(orders));
    }
}
