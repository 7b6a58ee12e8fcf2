package io.flashsale.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Sends requests and reads answers, with JSON in both. */
final class Transport implements AutoCloseable {

    private static final String DATA = "data:";

    private final URI gateway;
    private final Duration answerTimeout;
    private final HttpClient http;
    private final JsonMapper json = JsonMapper.builder()
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    Transport(URI gateway, Duration connectTimeout, Duration answerTimeout) {
        this.gateway = gateway;
        this.answerTimeout = answerTimeout;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connectTimeout)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
    }

    <T> Reply<T> get(String path, @Nullable String token, Class<T> type) {
        return reply(send(request("GET", path, token, null).build()), type);
    }

    <T> Reply<List<T>> list(String path, @Nullable String token, Class<T[]> type) {
        return get(path, token, type).map(values -> List.of(values));
    }

    /** @param body written as JSON; an empty string for none */
    <T> Reply<T> post(String path, @Nullable String token, Object body, Class<T> type) {
        return reply(send(post(path, token, body)), type);
    }

    /** @param body written as JSON */
    <T> Reply<T> patch(String path, String token, Object body, Class<T> type) {
        return reply(
                send(request("PATCH", path, token, json.writeValueAsString(body))
                        .build()),
                type);
    }

    /** A POST without a body, with these headers. */
    <T> Reply<T> postWithHeaders(String path, String token, Map<String, String> headers, Class<T> type) {
        HttpRequest.Builder request = request("POST", path, token, null);
        headers.forEach(request::header);
        return reply(send(request.build()), type);
    }

    /** Reads the answer to a POST line by line; each line is a JSON object. */
    <T> Reply<Stream<T>> lines(String path, String token, Object body, Class<T> type) {
        HttpRequest request = post(path, token, body);
        return stream(request)
                .map(lines -> lines.filter(line -> !line.isBlank()).map(line -> read(called(request), line, type)));
    }

    /** Reads the data of server-sent events; each is a JSON object on one line. */
    <T> Reply<Stream<T>> events(String path, String token, Class<T> type) {
        HttpRequest request = request("GET", path, token, null)
                .header("Accept", "text/event-stream")
                .build();
        return stream(request)
                .map(lines -> lines.filter(line -> line.startsWith(DATA))
                        .map(line -> read(called(request), line.substring(DATA.length()), type)));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(gateway.resolve(path)).timeout(answerTimeout);
    }

    HttpRequest.Builder request(String method, String path, @Nullable String token, @Nullable String body) {
        boolean empty = body == null || body.isEmpty();
        BodyPublisher publisher = empty ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        HttpRequest.Builder request = request(path).method(method, publisher);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return empty ? request : request.header("Content-Type", "application/json");
    }

    private HttpRequest post(String path, @Nullable String token, Object body) {
        String text = body instanceof String none && none.isEmpty() ? none : json.writeValueAsString(body);
        return request("POST", path, token, text).build();
    }

    Answer send(HttpRequest request) {
        HttpResponse<String> response = exchange(request, BodyHandlers.ofString());
        return answer(response, response.body());
    }

    private Reply<Stream<String>> stream(HttpRequest request) {
        HttpResponse<Stream<String>> response = exchange(request, BodyHandlers.ofLines());
        Answer head = answer(response, "");
        if (head.isSuccess()) {
            return new Reply.Success<>(response.body(), head);
        }
        try (Stream<String> lines = response.body()) {
            return new Reply.Refusal<>(answer(response, lines.collect(Collectors.joining("\n"))));
        } catch (UncheckedIOException brokenOff) {
            throw new NoAnswerException(called(request), brokenOff);
        }
    }

    private <T> HttpResponse<T> exchange(HttpRequest request, BodyHandler<T> body) {
        try {
            return http.send(request, body);
        } catch (IOException e) {
            throw new NoAnswerException(called(request), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoAnswerException(called(request), e);
        }
    }

    private <T> Reply<T> reply(Answer answer, Class<T> type) {
        return answer.isSuccess()
                ? new Reply.Success<>(read(answer.call(), answer.text(), type), answer)
                : new Reply.Refusal<>(answer);
    }

    private <T> T read(String call, String text, Class<T> type) {
        try {
            return json.readValue(text, type);
        } catch (JacksonException malformed) {
            throw new UnexpectedAnswerException(call + " was answered with what is not understood: " + text, malformed);
        }
    }

    private Answer answer(HttpResponse<?> response, String text) {
        boolean isJson =
                response.headers().firstValue("Content-Type").orElse("").contains("json");
        return new Answer(
                called(response.request()),
                response.statusCode(),
                response.headers(),
                text,
                isJson ? tree(text) : MissingNode.getInstance());
    }

    private JsonNode tree(String text) {
        try {
            return json.readTree(text);
        } catch (JacksonException malformed) {
            return MissingNode.getInstance();
        }
    }

    private static String called(HttpRequest request) {
        return request.method() + " " + request.uri().getPath();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
