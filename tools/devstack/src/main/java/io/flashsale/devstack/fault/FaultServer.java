package io.flashsale.devstack.fault;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.SecretFile;
import io.flashsale.devstack.system.FlashSaleSystemBuilder;
import io.flashsale.devstack.system.ServiceName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lets the control room break and repair a system over HTTP.
 *
 * <p>It listens on the loopback address only and requires a secret. The secret is new at each start, and only
 * the control room receives it.
 *
 * <p>{@code GET /faults} lists the targets and the recent faults; {@code POST /faults?target=…&fault=…} breaks;
 * {@code POST /faults/heal} repairs; {@code GET /faults/reading/NAME} is a document of the project. A refusal
 * is a problem document (RFC 9457).
 */
public final class FaultServer implements AutoCloseable {

    private static final int MAX_QUERY = 500;

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,60}");
    private static final String READING = "/faults/reading/";

    private final HttpServer server;
    private final Path docs;
    private final String secret = SecretFile.randomSecret();
    private volatile @Nullable Faults faults;

    /**
     * Opens the server on a free port. It answers 503 until {@link #serve} sets what it can break.
     *
     * @param root of the working copy, for the documents
     */
    public FaultServer(Path root) {
        docs = root.resolve("docs");
        try {
            server = HttpServer.create(Ports.local(Ports.free()), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    /** Gives the address and the secret to the control room of a system, and to no other service. */
    public void announceTo(FlashSaleSystemBuilder wiring) {
        wiring.environment(ServiceName.CONTROL_ROOM, "FLASHSALE_FAULTS_URL", url());
        wiring.environment(ServiceName.CONTROL_ROOM, "FLASHSALE_FAULTS_SECRET", secret);
    }

    public void serve(Faults whatToBreak) {
        faults = whatToBreak;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    String secret() {
        return secret;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Faults present = faults;
            if (!isAllowed(exchange)) {
                refuse(exchange, 401, "unauthenticated", "Only the control room may do this.");
            } else if (exchange.getRequestURI().getPath().startsWith(READING)) {
                read(exchange);
            } else if (present == null) {
                refuse(exchange, 503, "service-unavailable", "Not everything has been started yet.");
            } else {
                answer(exchange, present);
            }
        }
    }

    private boolean isAllowed(HttpExchange exchange) {
        String given = exchange.getRequestHeaders().getFirst("Authorization");
        return given != null
                && MessageDigest.isEqual(
                        given.getBytes(StandardCharsets.UTF_8), ("Bearer " + secret).getBytes(StandardCharsets.UTF_8));
    }

    private void read(HttpExchange exchange) throws IOException {
        String name = exchange.getRequestURI().getPath().substring(READING.length());
        boolean chinese = "language=zh".equals(exchange.getRequestURI().getRawQuery());
        Optional<String> text = document(name, chinese);
        if (text.isEmpty()) {
            refuse(exchange, 404, "not-found", "There is no such document.");
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", "text/plain;charset=UTF-8");
        send(exchange, 200, text.get());
    }

    /**
     * The text of a document or chapter, in Chinese if that is requested and exists.
     *
     * @param name such as {@code failures} or {@code 07-more-than-one-redis}
     */
    private Optional<String> document(String name, boolean chinese) throws IOException {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        Path course = docs.resolve("course");
        Stream<Path> translated =
                Stream.of(course.resolve("zh").resolve(name + ".md"), docs.resolve(name + ".zh-CN.md"));
        Stream<Path> original = Stream.of(course.resolve(name + ".md"), docs.resolve(name + ".md"));
        Optional<Path> file = Stream.concat(chinese ? translated : Stream.empty(), original)
                .filter(Files::isRegularFile)
                .findFirst();
        return file.isPresent() ? Optional.of(Files.readString(file.get())) : Optional.empty();
    }

    private static void answer(HttpExchange exchange, Faults faults) throws IOException {
        String call =
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
        switch (call) {
            case "GET /faults" -> sendJson(exchange, 200, overview(faults));
            case "POST /faults" -> breakIt(exchange, faults);
            case "POST /faults/heal" -> {
                faults.heal();
                sendJson(exchange, 202, overview(faults));
            }
            default -> refuse(exchange, 404, "not-found", "There is no such call.");
        }
    }

    private static void breakIt(HttpExchange exchange, Faults faults) throws IOException {
        Map<String, String> parameters = parameters(exchange.getRequestURI().getRawQuery());
        String target = parameters.getOrDefault("target", "");
        FaultKind kind;
        try {
            kind = FaultKind.valueOf(parameters.getOrDefault("fault", "").toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            refuse(exchange, 400, "invalid-request", "fault is none of those that there are.");
            return;
        }
        switch (faults.breakIt(target, kind)) {
            case Faults.Outcome.Injected(FaultStatus fault) -> sendJson(exchange, 200, fault);
            case Faults.Outcome.NoSuchTarget _ ->
                refuse(exchange, 404, "fault-target-not-found", "Nothing that runs here has this name.");
            case Faults.Outcome.NotPossible(String why) -> refuse(exchange, 409, "fault-not-possible", why);
            case Faults.Outcome.AlreadyBroken _ ->
                refuse(exchange, 409, "already-broken", "It is broken already. Heal it first.");
        }
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> parameters = new HashMap<>();
        if (query != null && query.length() <= MAX_QUERY) {
            for (String pair : query.split("&")) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    parameters.put(
                            pair.substring(0, equals),
                            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
                }
            }
        }
        return parameters;
    }

    private static void refuse(HttpExchange exchange, int status, String problem, String detail) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/problem+json");
        sendJson(exchange, status, Map.of("type", "/problems/" + problem, "status", status, "detail", detail));
    }

    private static Map<String, Object> overview(Faults faults) {
        return Map.of("targets", faults.targets(), "faults", faults.injected());
    }

    private static void sendJson(HttpExchange exchange, int status, Object content) throws IOException {
        exchange.getResponseHeaders().putIfAbsent("Content-Type", List.of("application/json"));
        send(exchange, status, JsonMapper.shared().writeValueAsString(content));
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Closes the server; what is broken stays broken. */
    @Override
    public void close() {
        server.stop(0);
    }
}
