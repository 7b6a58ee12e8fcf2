package io.flashsale.locklab.path.queue;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.KafkaServer;
import io.flashsale.locklab.scenario.Backend;
import java.util.Map;

/** One Kafka broker. Each run has its own topic. */
public final class LabKafka implements Backend {

    public static final Kind<LabKafka> KIND = new Kind<>(LabKafka.class, LabKafka::new);

    private final KafkaServer server;
    private final long since = System.currentTimeMillis();
    private int runs;

    private LabKafka(ProcessDirectory home) {
        server = KafkaServer.further("lock-kafka", home);
        server.start();
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("kafka", server.bootstrapServers(), "topic", "reservations-" + since + "-" + runs);
    }

    @Override
    public void reset() {
        server.start();
        runs++;
    }

    @Override
    public void close() {
        server.stop();
    }
}
