package io.flashsale.devstack.server.redis;

import io.flashsale.devstack.process.Ports;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection for the administration of a Redis server: inline commands with one answer each. */
final class RedisConsole implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;

    RedisConsole(int port) throws IOException {
        socket = Ports.connect(port);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /**
     * Runs a command and returns its answer: a status, a number or a string.
     *
     * @throws IOException if the answer is an error, or does not arrive within 2 s
     */
    String run(String command) throws IOException {
        socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
        String line = line();
        return switch (line.charAt(0)) {
            case '+', ':' -> line.substring(1);
            case '$' -> {
                String bulk = new String(in.readNBytes(Integer.parseInt(line.substring(1))), StandardCharsets.UTF_8);
                line();
                yield bulk;
            }
            default -> throw new IOException("Redis answers " + line + " to " + command);
        };
    }

    private String line() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("Redis closed the connection");
            }
            text.append((char) next);
        }
        if (text.length() < 2) {
            return text.append(' ').toString();
        }
        return text.substring(0, text.length() - 1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
