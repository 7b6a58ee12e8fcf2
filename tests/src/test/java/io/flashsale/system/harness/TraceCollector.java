package io.flashsale.system.harness;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** A collector of traces, by OTLP over HTTP, that keeps the spans. */
public final class TraceCollector implements AutoCloseable {

    /** @param parent empty if it has none */
    public record CollectedSpan(String service, String scope, String traceId, String id, String parent, String name) {}

    private static final String PATH = "/v1/traces";

    private final HttpServer server;
    private final List<CollectedSpan> spans = new CopyOnWriteArrayList<>();

    public TraceCollector() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        server.createContext(PATH, exchange -> {
            keep(exchange.getRequestBody().readAllBytes());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    public String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + PATH;
    }

    public List<CollectedSpan> spans() {
        return spans;
    }

    /** The spans of the trace that have one with this name above them. */
    public List<CollectedSpan> below(String traceId, String name) {
        Map<String, CollectedSpan> trace = spans.stream()
                .filter(span -> span.traceId().equals(traceId))
                .collect(Collectors.toMap(CollectedSpan::id, span -> span, (one, again) -> one));
        return trace.values().stream()
                .filter(span -> isBelow(name, span, trace))
                .toList();
    }

    private static boolean isBelow(String name, CollectedSpan span, Map<String, CollectedSpan> trace) {
        CollectedSpan parent = trace.get(span.parent());
        return parent != null && (parent.name().equals(name) || isBelow(name, parent, trace));
    }

    /** Reads an ExportTraceServiceRequest of OpenTelemetry's protocol. */
    private void keep(byte[] request) {
        for (ByteBuffer ofService : fields(ByteBuffer.wrap(request), 1)) {
            String service = fields(ofService, 1).stream()
                    .flatMap(resource -> fields(resource, 1).stream())
                    .filter(attribute -> text(attribute, 1).equals("service.name"))
                    .map(attribute -> text(fields(attribute, 2).getFirst(), 1))
                    .findFirst()
                    .orElse("");
            for (ByteBuffer ofScope : fields(ofService, 2)) {
                String scope = text(fields(ofScope, 1).getFirst(), 1);
                for (ByteBuffer span : fields(ofScope, 2)) {
                    spans.add(
                            new CollectedSpan(service, scope, hex(span, 1), hex(span, 2), hex(span, 4), text(span, 5)));
                }
            }
        }
    }

    /** The values of this field in a message of Protocol Buffers: texts, bytes or messages. */
    private static List<ByteBuffer> fields(ByteBuffer message, int number) {
        List<ByteBuffer> found = new ArrayList<>();
        ByteBuffer rest = message.duplicate();
        while (rest.hasRemaining()) {
            long tag = varint(rest);
            int wireType = (int) (tag & 7);
            if (wireType == 0) {
                varint(rest);
                continue;
            }
            int length = wireType == 2 ? (int) varint(rest) : wireType == 1 ? Long.BYTES : Integer.BYTES;
            if (tag >>> 3 == number) {
                found.add(rest.slice(rest.position(), length));
            }
            rest.position(rest.position() + length);
        }
        return found;
    }

    /** Seven bits a byte, the lowest first. */
    private static long varint(ByteBuffer from) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = from.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static byte[] bytes(ByteBuffer message, int number) {
        List<ByteBuffer> found = fields(message, number);
        byte[] bytes = new byte[found.isEmpty() ? 0 : found.getFirst().remaining()];
        if (!found.isEmpty()) {
            found.getFirst().get(bytes);
        }
        return bytes;
    }

    private static String text(ByteBuffer message, int number) {
        return new String(bytes(message, number), StandardCharsets.UTF_8);
    }

    private static String hex(ByteBuffer message, int number) {
        return HexFormat.of().formatHex(bytes(message, number));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
