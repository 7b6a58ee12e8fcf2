package io.flashsale.locklab.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One connection, in RESP2 (https://redis.io/docs/latest/develop/reference/protocol-spec/). For one thread at a
 * time.
 */
final class RedisConnection implements AutoCloseable {

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;

    /** @param timeout for connecting, and for each reply */
    RedisConnection(String address, Duration timeout) throws IOException {
        int millis = Math.toIntExact(timeout.toMillis());
        int colon = address.lastIndexOf(':');
        try {
            socket.connect(
                    new InetSocketAddress(
                            address.substring(0, colon), Integer.parseInt(address, colon + 1, address.length(), 10)),
                    millis);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(millis);
            in = new BufferedInputStream(socket.getInputStream());
            out = socket.getOutputStream();
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Removes the time-out of {@link #read}. */
    void waitForEver() throws IOException {
        socket.setSoTimeout(0);
    }

    void send(Object... command) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream(128);
        text.writeBytes(ascii("*" + command.length + "\r\n"));
        for (Object word : command) {
            byte[] bytes = word.toString().getBytes(StandardCharsets.UTF_8);
            text.writeBytes(ascii("$" + bytes.length + "\r\n"));
            text.writeBytes(bytes);
            text.writeBytes(ascii("\r\n"));
        }
        text.writeTo(out);
    }

    RedisReply read() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> RedisReply.text(rest);
            case '-' -> RedisReply.error(rest);
            case ':' -> RedisReply.number(Long.parseLong(rest));
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> array(Integer.parseInt(rest));
            default -> throw new IOException("this is no Redis: " + line);
        };
    }

    private RedisReply bulk(int length) throws IOException {
        if (length < 0) {
            return RedisReply.nothing();
        }
        byte[] bytes = in.readNBytes(length);
        line();
        return RedisReply.text(new String(bytes, StandardCharsets.UTF_8));
    }

    private RedisReply array(int length) throws IOException {
        if (length < 0) {
            return RedisReply.nothing();
        }
        List<RedisReply> items = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            items.add(read());
        }
        return RedisReply.list(items);
    }

    private String line() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("it closed the connection");
            }
            if (next != '\r') {
                text.append((char) next);
            }
        }
        return text.toString();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException closedAlready) {
            // nothing to clean up
        }
    }
}
