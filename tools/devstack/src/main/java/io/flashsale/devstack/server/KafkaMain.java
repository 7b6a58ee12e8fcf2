package io.flashsale.devstack.server;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import kafka.Kafka;
import kafka.tools.StorageTool;

/** The main class of the broker's process: formats a new data directory, then runs the broker. */
final class KafkaMain {

    /** Any 16 bytes will do, but always the same ones: Kafka compares them with those of a formatted directory. */
    private static final String CLUSTER_ID = Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString("flash-sale-stack".getBytes(StandardCharsets.US_ASCII));

    private KafkaMain() {}

    public static void main(String[] args) {
        String configuration = args[0];
        int exit = StorageTool.execute(
                new String[] {"format", "--ignore-formatted", "--cluster-id", CLUSTER_ID, "--config", configuration},
                System.out);
        if (exit != 0) {
            System.exit(exit);
        }
        Kafka.main(new String[] {configuration});
    }
}
