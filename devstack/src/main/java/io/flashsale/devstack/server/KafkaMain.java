package io.flashsale.devstack.server;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import kafka.Kafka;
import kafka.tools.StorageTool;

/** Main class of the broker's process: formats the data directory if it is new, then is a broker until it is ended. */
final class KafkaMain {

    /** Any 16 bytes serve; the same ones each time, as a directory that is formatted already is checked for them. */
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
