package io.flashsale.devstack.server.redis;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks Redis without a client, so that a test sees the protocol. */
public final class RedisLines {

    private RedisLines() {}

    /** The first lines of the answer, without line separators; waits at most two minutes for each byte. */
    public static String ask(RedisServer redis, String commands, int lines) throws IOException {
        try (Socket socket = new Socket(redis.host(), redis.port())) {
            socket.setSoTimeout((int) Duration.ofMinutes(2).toMillis());
            socket.getOutputStream().write(commands.getBytes(StandardCharsets.US_ASCII));
            StringBuilder answer = new StringBuilder();
            for (int seen = 0; seen < lines; ) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    throw new IOException("Redis closed the connection after: " + answer);
                }
                if (next == '\n') {
                    seen++;
                } else if (next != '\r') {
                    answer.append((char) next);
                }
            }
            return answer.toString();
        }
    }
}
