package io.flashsale.devstack.server.redis;

import static java.util.stream.Collectors.joining;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            return answer.lines().limit(lines).collect(joining());
        }
    }
}
