package io.flashsale.controlroom.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.auditor.command.AuditCommand;
import io.flashsale.auditor.testing.AuditedServers;
import io.flashsale.auditor.testing.SourceWriter;
import io.flashsale.contracts.reservation.StockReserved;
import io.flashsale.controlroom.ControlRoomFixture;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.redisson.api.stream.StreamAddArgs;
import tools.jackson.databind.JsonNode;

/** The auditor on real servers. */
class AuditIT extends ControlRoomFixture {

    private final SourceWriter writer = AuditedServers.writer();
    private final long sale = writer.sale(10);
    private final String path = "/api/lab/audit/" + sale;

    private Answer asAdmin(String path) {
        return asAdmin("GET", path, "");
    }

    /** Audits again while a server that runs does not answer in ten seconds. */
    private Answer asAdmin(String method, String path, String body) {
        return await().atMost(Duration.ofMinutes(10))
                .until(() -> call(method, path, admin(), body), answer -> answer.status() != 503);
    }

    @Test
    void answersATableForSpreadsheets() {
        writer.order(sale, 1);
        Answer file = asAdmin(path + "/csv?separator=SEMICOLON");
        assertThat(file.raw().headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"audit-" + sale + ".csv\"");
        List<String> lines = file.raw().body().lines().toList();
        assertThat(lines).hasSize(9);
        assertThat(lines.getFirst()).startsWith("\uFEFFsaleId;auditedAtUtc;invariant;");
        assertThat(lines).filteredOn(line -> line.contains(";HOLDS;;0;")).hasSize(8);

        long wrong = writer.sale(10);
        writer.gate(wrong).put("remaining", "-1");
        assertThat(asAdmin("/api/lab/audit/" + wrong + "/csv").raw().body()).contains("VIOLATED");
        assertThat(asAdmin("/api/lab/audit/999999/csv").problem()).isEqualTo("sale-not-found");
        assertThat(asAdmin(path + "/csv?separator=TAB").problem()).isEqualTo("invalid-request");
    }

    @Test
    void answersWhatTheCommandPrintsAsJson() {
        writer.order(sale, 1);
        writer.order(sale, 2);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        AuditCommand command = new AuditCommand(
                AuditedServers.environment(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));

        int verdict = await().atMost(Duration.ofMinutes(10)) // the command waits ten seconds for each server
                .until(
                        () -> {
                            out.reset();
                            return command.run(List.of(Long.toString(sale), "--json"));
                        },
                        code -> code != AuditCommand.NOT_MEASURED);
        assertThat(verdict).isEqualTo(AuditCommand.HOLDS);

        JsonNode printed = json.readTree(out.toString(StandardCharsets.UTF_8));
        JsonNode answered = asAdmin(path).body();
        assertThat(answered.path("holds").asBoolean()).as(answered.toString()).isTrue();
        assertThat(answered.path("drained").asBoolean()).isTrue();
        assertThat(answered.path("saleId").asString()).isEqualTo(Long.toString(sale));
        assertThat(answered.at("/sale/sold").asInt()).isEqualTo(2);
        assertThat(answered.at("/sale/redisHolders").asInt()).isEqualTo(2);
        assertThat(answered.path("invariants")).hasSize(8);
        assertThat(answered.has("clients")).isFalse();
        assertThat(printed.path("holds").asBoolean()).isTrue();
        assertThat(printed.at("/sale/initialStock").asLong()).isEqualTo(10);
        assertThat(printed.path("sale")).isEqualTo(answered.path("sale"));
        assertThat(printed.path("invariants")).isEqualTo(answered.path("invariants"));
        assertThat(printed.path("auditedAt").asString()).endsWith("Z");
    }

    @Test
    void comparesWithWhatClientsSaw() {
        long answered = writer.order(sale, 1);
        writer.order(sale, 2);
        writer.order(sale, 3);

        Answer audit = asAdmin("POST", path, """
                {"accepted": [{"orderId": "%d", "userId": "1"}, {"orderId": "99", "userId": "4"}],
                 "indeterminateUsers": ["3"]}
                """.formatted(answered));

        assertThat(kindsOf(audit.body())).containsExactlyInAnyOrder("lost-order", "unexplained-order");
        JsonNode clients = audit.body().path("clients");
        assertThat(clients.path("accepted").asInt()).isEqualTo(2);
        assertThat(clients.path("persisted").asInt()).isEqualTo(1);
        assertThat(clients.path("lost").asInt()).isEqualTo(1);
        assertThat(clients.path("unexplained").asInt()).isEqualTo(1);
        assertThat(clients.path("indeterminate").asInt()).isEqualTo(1);
    }

    @Test
    void takesTheRecordOfAHundredThousandOrders() {
        String answers = LongStream.rangeClosed(1, 100_000)
                .mapToObj(order -> "{\"orderId\":\"9%017d\",\"userId\":\"%d\"}".formatted(order, order))
                .collect(Collectors.joining(",", "{\"accepted\":[", "]}"));

        Answer audit = asAdmin("POST", path, answers);

        assertThat(audit.status()).isEqualTo(200);
        assertThat(kindsOf(audit.body())).containsExactly("lost-order");
        assertThat(audit.body().at("/clients/lost").asInt()).isEqualTo(100_000);
    }

    @Test
    void waitsForTheOutboxInRedisAndSaysSo() throws Exception {
        writer.order(sale, 1);
        var entry = writer.outbox(sale).add(StreamAddArgs.entries(Map.of("campaign", Long.toString(sale))));

        JsonNode early = asAdmin(path).body();
        assertThat(early.path("drained").asBoolean()).isFalse();
        assertThat(early.path("holds").asBoolean()).isFalse();
        assertThat(early.path("inFlight").asInt()).isEqualTo(1);
        assertThat(early.path("waitingFor").toString()).contains("outbox");

        var late = CompletableFuture.supplyAsync(() -> asAdmin(path + "?waitSeconds=60"));
        assertThat(late).isNotDone();
        writer.outbox(sale).remove(entry);
        assertThat(late.get(5, TimeUnit.MINUTES).body().path("holds").asBoolean())
                .isTrue();
    }

    @Test
    void countsTheLagOfTheSalesPartitionInKafka() throws Exception {
        try (AdminClient kafka = AdminClient.create(
                Map.of("bootstrap.servers", AuditedServers.STACK.kafka().bootstrapServers()))) {
            if (!kafka.listTopics().names().get().contains(StockReserved.TOPIC)) {
                kafka.createTopics(List.of(new NewTopic(StockReserved.TOPIC, 16, (short) 1)))
                        .all()
                        .get();
            }
            RecordMetadata sent = send(sale);
            JsonNode before = asAdmin(path).body();
            assertThat(before.path("inFlight").asInt()).isEqualTo(1);

            kafka.alterConsumerGroupOffsets(
                            StockReserved.PLACEMENT_GROUP,
                            Map.of(
                                    new TopicPartition(sent.topic(), sent.partition()),
                                    new OffsetAndMetadata(sent.offset() + 1)))
                    .all()
                    .get();
            JsonNode after = asAdmin(path + "?waitSeconds=60").body();
            assertThat(after.path("inFlight").asInt()).isZero();
            assertThat(after.path("holds").asBoolean()).isTrue();
        }
    }

    private static RecordMetadata send(long sale) throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", AuditedServers.STACK.kafka().bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            return producer.send(new ProducerRecord<>(StockReserved.TOPIC, Long.toString(sale), "{}"))
                    .get();
        }
    }

    @Test
    void isNotDrainedWhileAnEndedOrderIsInTheOutboxOfMySql() {
        writer.inOrders(
                "INSERT INTO outbox (topic, message_key, payload, created_at)"
                        + " VALUES ('order-events', ?, '{}', UTC_TIMESTAMP(3))",
                Long.toString(sale));

        assertThat(asAdmin(path).body().path("inFlight").asInt()).isEqualTo(1);
    }

    @Test
    void answers404ForASaleThatDoesNotExist() {
        Answer unknown = asAdmin("/api/lab/audit/987654?waitSeconds=30");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.problem()).isEqualTo("sale-not-found");
    }

    @Test
    void isForAdministratorsOnly() {
        for (String wanted : List.of("GET " + path, "GET /api/lab/audit/coupons/1", "POST " + path)) {
            String[] request = wanted.split(" ");
            String body = request[0].equals("POST") ? "{}" : "";
            assertThat(call(request[0], request[1], shopper(7), body).status())
                    .as(wanted)
                    .isEqualTo(403);
            assertThat(call(request[0], request[1], "", body).status())
                    .as(wanted)
                    .isEqualTo(401);
        }
        assertThat(call("POST", path, admin(), "{\"accepted\":[{\"userId\":\"1\"}]}")
                        .problem())
                .isEqualTo("invalid-request");
    }

    private static List<String> kindsOf(JsonNode verdict) {
        return verdict.findValuesAsString("kind");
    }
}
