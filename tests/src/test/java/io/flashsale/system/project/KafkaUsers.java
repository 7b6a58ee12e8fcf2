package io.flashsale.system.project;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.harness.Shop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.Resource;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import tools.jackson.databind.JsonNode;

/** Kafka's users from docker-compose.yml and deploy/kafka/acls.sh, and one of them who tries its rights. */
final class KafkaUsers implements AutoCloseable {

    private static final List<String> OF_USERS = List.of(
            "KAFKA_AUTHORIZER_CLASS_NAME",
            "KAFKA_SUPER_USERS",
            "KAFKA_SASL_ENABLED_MECHANISMS",
            "KAFKA_LISTENER_NAME_CLIENT_PLAIN_SASL_JAAS_CONFIG");

    static final ScramMechanism SCRAM = ScramMechanism.SCRAM_SHA_512;

    private static final int TIMEOUT_MS = (int) Shop.SOON.toMillis();

    private final Map<String, Object> settings;
    private final Admin admin;

    /** Connects as one of the users; the caller closes it. */
    KafkaUsers(String bootstrapServers, String user, String password) {
        String login = PlainLoginModule.class.getName() + " required username=\"%s\" password=\"%s\";";
        settings = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                login.formatted(user, password),
                "default.api.timeout.ms",
                TIMEOUT_MS,
                "max.block.ms",
                TIMEOUT_MS,
                "delivery.timeout.ms",
                TIMEOUT_MS,
                "auto.offset.reset",
                "earliest");
        admin = Admin.create(settings);
    }

    /** The broker's settings for these users; all share this password. */
    static Map<String, String> settings(String password) {
        JsonNode environment = ComposeTests.yaml("docker-compose.yml").at("/services/kafka/environment");
        Map<String, String> settings = new HashMap<>();
        for (String variable : OF_USERS) {
            String property = variable.substring("KAFKA_".length())
                    .toLowerCase(Locale.ROOT)
                    .replace('_', '.');
            String value = environment.path(variable).asString("");
            assertThat(value).as(variable).isNotEmpty();
            settings.put(property, value.replaceAll("[$]\\{[^}]*}", password));
        }
        settings.merge("sasl.enabled.mechanisms", SCRAM.mechanismName(), (plain, scram) -> plain + "," + scram);
        settings.put(
                "listener.name.client.%s.sasl.jaas.config"
                        .formatted(SCRAM.mechanismName().toLowerCase(Locale.ROOT)),
                "org.apache.kafka.common.security.scram.ScramLoginModule required;");
        return settings;
    }

    /** Lets the user log in by {@link #SCRAM} as well; Kafka itself keeps such users. */
    static void allowScram(String bootstrapServers, String user, String password) {
        try (Admin owner = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            owner.alterUserScramCredentials(List.of(
                            new UserScramCredentialUpsertion(user, new ScramCredentialInfo(SCRAM, 4_096), password)))
                    .all()
                    .get();
        } catch (ExecutionException | InterruptedException fault) {
            throw new AssertionError(fault);
        }
    }

    /** Runs the script with a stand-in for Kafka's command that records its arguments, and makes those rules. */
    static void allow(String bootstrapServers) {
        try (Admin owner = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            List<AclBinding> rules = callsOfTheScript().stream()
                    .flatMap(call -> rules(List.of(call.split(" "))).stream())
                    .toList();
            assertThat(rules).hasSizeGreaterThan(20);
            owner.createAcls(rules).all().get();
        } catch (IOException | ExecutionException | InterruptedException fault) {
            throw new AssertionError(fault);
        }
    }

    private static List<String> callsOfTheScript() throws IOException, InterruptedException {
        Path commands = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "kafka-commands");
        Path command = commands.resolve("kafka-acls.sh");
        Files.writeString(command, "#!/bin/sh\necho \"$@\"\n");
        assertThat(command.toFile().setExecutable(true)).isTrue();
        String file = ComposeTests.ROOT.resolve("deploy/kafka/acls.sh").toString();
        ProcessBuilder script = new ProcessBuilder("sh", file).redirectError(ProcessBuilder.Redirect.INHERIT);
        script.environment().merge("PATH", commands.toAbsolutePath().toString(), (path, ours) -> ours + ":" + path);
        Process running = script.start();
        List<String> made = running.inputReader().lines().toList();
        assertThat(running.waitFor()).isZero();
        return made;
    }

    /** Translates a call of the command: each operation for each resource. */
    private static List<AclBinding> rules(List<String> call) {
        assertThat(call).startsWith("--bootstrap-server").contains("--add");
        List<String> principals = values(call, "--allow-principal");
        List<AclBinding> rules = new ArrayList<>();
        for (ResourceType type : List.of(ResourceType.TOPIC, ResourceType.GROUP)) {
            for (String name : values(call, "--" + type.name().toLowerCase(Locale.ROOT))) {
                for (String operation : values(call, "--operation")) {
                    for (String principal : principals) {
                        rules.add(rule(type, name, principal, operation));
                    }
                }
            }
        }
        if (call.contains("--cluster")) {
            for (String operation : values(call, "--operation")) {
                for (String principal : principals) {
                    rules.add(rule(ResourceType.CLUSTER, Resource.CLUSTER_NAME, principal, operation));
                }
            }
        }
        assertThat(rules).as("%s", call).isNotEmpty();
        return rules;
    }

    private static AclBinding rule(ResourceType type, String name, String principal, String operation) {
        return new AclBinding(
                new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry(principal, "*", AclOperation.fromString(operation), AclPermissionType.ALLOW));
    }

    private static List<String> values(List<String> call, String option) {
        return IntStream.range(1, call.size())
                .filter(i -> call.get(i - 1).equals(option))
                .mapToObj(call::get)
                .toList();
    }

    /** Writes an unreadable message, which changes nothing. */
    boolean mayWrite(String topic) {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            return isAllowed(producer.send(new ProducerRecord<>(topic, "no message".getBytes(UTF_8))));
        } catch (KafkaException refused) {
            // A user without the right is refused before the first message, which the producer may learn while
            // sending it.
            assertThat(refused).hasCauseInstanceOf(AuthorizationException.class);
            return false;
        }
    }

    /** Reads without joining a group. The partition 0 of a topic that may be read must have a message. */
    boolean mayRead(String topic) {
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(new TopicPartition(topic, 0)));
            long end = System.nanoTime() + Shop.SOON.toNanos();
            boolean hasRead = false;
            while (!hasRead && System.nanoTime() < end) { // an empty result is no answer yet
                hasRead = !consumer.poll(Duration.ofSeconds(2)).isEmpty();
            }
            assertThat(hasRead).as("%s is read or refused", topic).isTrue();
            return true;
        } catch (AuthorizationException | AuthenticationException refused) {
            return false;
        }
    }

    /** Tries to delete records; this must be refused, otherwise the test has failed. */
    boolean mayDelete(String topic) {
        return isAllowed(
                admin.deleteTopics(List.of(topic)).all().toCompletionStage().toCompletableFuture());
    }

    /** Whether it may read how far this consumer group is. */
    boolean mayLookAt(String group) {
        return isAllowed(admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .toCompletionStage()
                .toCompletableFuture());
    }

    boolean mayChangeTheRules() {
        AclBinding everything = new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, "*", PatternType.LITERAL),
                new AccessControlEntry("User:*", "*", AclOperation.ALL, AclPermissionType.ALLOW));
        return isAllowed(
                admin.createAcls(List.of(everything)).all().toCompletionStage().toCompletableFuture());
    }

    private static boolean isAllowed(Future<?> asked) {
        try {
            asked.get();
            return true;
        } catch (ExecutionException refused) {
            assertThat(refused).hasCauseInstanceOf(AuthorizationException.class);
            return false;
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
    }
}
