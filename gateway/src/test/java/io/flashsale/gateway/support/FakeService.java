package io.flashsale.gateway.support;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.commons.CorrelationIdFilter;
import io.flashsale.commons.security.Tokens;
import io.flashsale.contracts.admission.AdmissionAnswers;
import io.flashsale.contracts.admission.AdmissionCall;
import io.flashsale.contracts.order.PaymentCall;
import io.flashsale.contracts.session.EndedSessionList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A service in this JVM on a real port: gives the configured answers and records the calls. */
public final class FakeService implements AutoCloseable {

    /** A recorded call. */
    public record Call(String method, String target, Headers headers, String body) {}

    /** Answers one request. */
    @FunctionalInterface
    public interface Answer {
        void give(HttpExchange exchange) throws IOException;
    }

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The keys of tokens, which the gateway fetches in the background, at any time. */
    static final String KEYS_PATH = "/.well-known/jwks.json";

    private final String name;
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final List<Call> tokenCalls = new CopyOnWriteArrayList<>();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private volatile Runnable beforeGroup = () -> {};
    private @Nullable HttpServer server;

    /** Chosen at the first start, and kept. */
    private int port;

    private FakeService(String name) {
        this.name = name;
    }

    public static FakeService started(String name) {
        FakeService service = new FakeService(name);
        service.start();
        return service;
    }

    public void start() {
        try {
            HttpServer starting =
                    HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            starting.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            starting.createContext("/", this::handle);
            starting.start();
            port = starting.getAddress().getPort();
            server = starting;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        HttpServer running = server;
        if (running != null) {
            running.stop(0);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Sets the answer to requests of this path; others get 200 with the service's name. */
    public void on(String path, Answer answer) {
        answers.put(path, answer);
    }

    /** Runs the action before each answer to a group. */
    public void beforeGroups(Runnable action) {
        beforeGroup = action;
    }

    /** Without {@link #tokenCalls()} and what else the gateway asks for in the background. */
    public List<Call> calls() {
        return calls;
    }

    /** The calls of this path without a query. */
    public List<Call> calls(String path) {
        return calls.stream().filter(call -> call.target().equals(path)).toList();
    }

    /** The calls for the gateway's own token. It asks for that in the background, at any time. */
    public List<Call> tokenCalls() {
        return tokenCalls;
    }

    /** Forgets calls, answers and actions. */
    public void reset() {
        calls.clear();
        tokenCalls.clear();
        answers.clear();
        beforeGroup = () -> {};
    }

    /** @param headers name, value, name, value, … */
    public static Answer json(int status, String body, String... headers) {
        Map<String, List<String>> all = new HashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            all.computeIfAbsent(headers[i], name -> new ArrayList<>()).add(headers[i + 1]);
        }
        all.put("Content-Type", List.of(status < 400 ? "application/json" : "application/problem+json"));
        return new Json(status, body, all);
    }

    /** The answer of order-service to {@link EndedSessionList#PATH}. */
    public static Answer ended(EndedSessionList.Ended... sessions) {
        return json(200, JSON.writeValueAsString(new EndedSessionList(Instant.now(), List.of(sessions), false)));
    }

    private record Json(int status, String body, Map<String, List<String>> headers) implements Answer {

        /** The same answer for one request of a group. */
        AdmissionAnswers.Answer toOne() {
            Map<String, String> named = new HashMap<>();
            headers.forEach((name, values) -> named.put(name, values.getFirst()));
            return new AdmissionAnswers.Answer(status, named, body);
        }

        @Override
        public void give(HttpExchange exchange) throws IOException {
            exchange.getResponseHeaders().putAll(headers);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            boolean noBody = bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(status, noBody ? -1 : bytes.length);
            if (!noBody) {
                exchange.getResponseBody().write(bytes);
            }
            exchange.close();
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getPath();
        if (path.equals(AdmissionCall.PATH) && !answers.containsKey(path)) {
            admit(exchange, JSON.readValue(body, AdmissionCall.class));
            return;
        }
        if (path.equals(PaymentCall.PATH) && !answers.containsKey(path)) {
            pay(exchange, JSON.readValue(body, PaymentCall.class));
            return;
        }
        String target = exchange.getRequestURI().toString();
        if (!path.equals(EndedSessionList.PATH) && !target.equals(KEYS_PATH)) {
            List<Call> recorded = path.equals(Tokens.GATEWAY_TOKEN_PATH) ? tokenCalls : calls;
            recorded.add(new Call(exchange.getRequestMethod(), target, exchange.getRequestHeaders(), body));
        }
        answerTo(path).give(exchange);
    }

    private Answer answerTo(String path) {
        Answer usual = path.equals(EndedSessionList.PATH) ? ended() : json(200, "{\"service\":\"" + name + "\"}");
        return answers.getOrDefault(path, usual);
    }

    /** Answers and records each request of a group as if it had come alone; an invalid answer spoils the group. */
    private void admit(HttpExchange exchange, AdmissionCall call) throws IOException {
        List<Call> each = new ArrayList<>();
        for (AdmissionCall.Line line : call.requests()) {
            String path = name.equals("coupon")
                    ? "/api/coupons/" + line.campaignId() + "/claims"
                    : "/api/sales/" + line.campaignId() + "/reservations";
            Headers headers = new Headers();
            headers.putAll(exchange.getRequestHeaders());
            headers.set(CorrelationIdFilter.HEADER, line.correlationId());
            each.add(new Call("POST", path, headers, JSON.writeValueAsString(line)));
        }
        answerEach(exchange, each);
    }

    /** Does the same for payments. */
    private void pay(HttpExchange exchange, PaymentCall call) throws IOException {
        answerEach(
                exchange,
                call.payments().stream()
                        .map(line -> new Call(
                                "POST",
                                "/api/orders/" + line.orderId() + "/payment",
                                exchange.getRequestHeaders(),
                                JSON.writeValueAsString(line)))
                        .toList());
    }

    private void answerEach(HttpExchange exchange, List<Call> group) throws IOException {
        calls.addAll(group);
        beforeGroup.run();
        List<AdmissionAnswers.Answer> given = new ArrayList<>();
        for (Call call : group) {
            if (answerTo(call.target()) instanceof Json json) {
                given.add(json.toOne());
            } else {
                answerTo(call.target()).give(exchange);
                return;
            }
        }
        json(200, JSON.writeValueAsString(new AdmissionAnswers(given))).give(exchange);
    }
}
