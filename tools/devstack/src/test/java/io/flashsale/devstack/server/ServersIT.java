package io.flashsale.devstack.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.process.ManagedProcess;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.server.redis.RedisLines;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.server.sql.SqlRoundTrip;
import io.flashsale.devstack.system.DevStack;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Each server answers in its own protocol, and keeps port and data when it is killed, stopped or paused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServersIT {

    /** Chinese letters, unless this JVM has no names for such files. */
    private static final String FOLDER =
            "servers, " + (System.getProperty("sun.jnu.encoding", "").equals("UTF-8") ? "数据" : "data");

    private DevStack stack = start();

    private static DevStack start() {
        return DevStack.in(Scratch.directory(FOLDER))
                .mariaDb()
                .redis()
                .kafka()
                .zooKeeper()
                .start();
    }

    @BeforeAll
    void allRun() {
        assertThat(stack.servers()).hasSize(4).allMatch(ManagedProcess::isRunning);
    }

    @AfterAll
    void stopAll() {
        List<Long> pids = stack.servers().stream()
                .filter(ManagedProcess::isRunning)
                .map(ManagedProcess::pid)
                .toList();
        stack.close();
        assertThat(stack.servers()).noneMatch(ManagedProcess::isRunning);
        assertThat(pids).allMatch(pid -> ProcessIdentity.of(pid).isEmpty());
        Scratch.directory(FOLDER);
    }

    @Test
    void mariaDbKeepsCommittedRowsOverKill() throws Exception {
        SqlRoundTrip.keepsCommittedRowsOverKill(stack.database());
    }

    @Test
    void mariaDbLetsTheUserIntoItsOwnSchemasOnly() {
        SqlRoundTrip.refusesForeignSchemas(stack.database());
    }

    @Test
    void redisKeepsKeysOverStopAndStart() throws Exception {
        RedisServer redis = stack.redis();
        assertThat(RedisLines.ask(redis, "SELECT 900\r\nSET a 1\r\n", 2)).isEqualTo("+OK+OK");

        redis.stop();
        assertThat(redis.isRunning()).isFalse();
        redis.start();

        assertThat(RedisLines.ask(redis, "SELECT 900\r\nGET a\r\n", 3)).isEqualTo("+OK$11");
    }

    @Test
    void pausedRedisAnswersNothingUntilItIsResumed() throws Exception {
        RedisServer redis = stack.redis();
        redis.pause();
        try {
            assertThat(redis.isRunning()).isTrue();
            assertThat(redis.isServing()).isFalse();
        } finally {
            redis.resume();
        }
        assertThat(RedisLines.ask(redis, "PING\r\n", 1)).isEqualTo("+PONG");
    }

    @Test
    void pausedServerCanBeStopped() {
        RedisServer redis = stack.redis();
        redis.pause();
        redis.stop();
        assertThat(redis.isRunning()).isFalse();
        redis.start();
    }

    @Test
    void kafkaKeepsAcknowledgedMessagesOverKill() throws Exception {
        String topic = "kept-" + UUID.randomUUID();
        KafkaServer kafka = stack.kafka();
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", kafka.bootstrapServers(), "acks", "all"),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, 3, "key", "sold")).get();
            assertThat(producer.partitionsFor(topic)).hasSize(16);
        }

        kafka.kill();
        kafka.start();

        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", kafka.bootstrapServers(), "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(new TopicPartition(topic, 3)));
            assertThat(consumer.poll(Duration.ofMinutes(10)))
                    .extracting(message -> message.value())
                    .containsExactly("sold");
        }
    }

    @Test
    void allDataAreInTheirFolder() {
        assertThat(stack.kafka().data().resolve("data/meta.properties")).exists();
        assertThat(stack.zooKeeper().data().resolve("data/version-2")).isDirectory();
    }

    @Test
    void zooKeeperComesBackOnItsPort() {
        ZooKeeperServer zooKeeper = stack.zooKeeper();
        String address = zooKeeper.connectString();
        long before = zooKeeper.pid();
        zooKeeper.kill();
        zooKeeper.start();
        assertThat(zooKeeper.pid()).isNotEqualTo(before);
        assertThat(zooKeeper.connectString()).isEqualTo(address);
    }
}
