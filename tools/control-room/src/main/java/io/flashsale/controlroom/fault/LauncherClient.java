package io.flashsale.controlroom.fault;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.controlroom.fault.FaultsView.FaultKind;
import io.flashsale.controlroom.fault.FaultsView.InjectedFault;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the process that started the demo, which can break it. Outside the demo, all calls answer 404. */
@Component
class LauncherClient {

    /** Longer than a hanging server may delay the launcher. */
    private static final Duration TIMEOUT = Duration.ofSeconds(25);

    private static final List<ProblemType> REFUSALS = List.of(
            ProblemType.INVALID_REQUEST,
            ProblemType.NOT_FOUND,
            ProblemType.FAULT_TARGET_NOT_FOUND,
            ProblemType.FAULT_NOT_POSSIBLE,
            ProblemType.ALREADY_BROKEN);

    private final FaultProperties properties;
    private final JsonMapper json;
    private final HttpClient http;

    LauncherClient(FaultProperties properties, JsonMapper json, HttpClient http, Environment environment) {
        properties.requireDemo(environment.acceptsProfiles(Profiles.of("demo")));
        this.properties = properties;
        this.json = json;
        this.http = http;
    }

    FaultsView faults() throws InterruptedException {
        return read(call("GET", "/faults"), FaultsView.class);
    }

    /** @throws ProblemException if there is no such target, it is broken already, or it cannot be broken in this way */
    InjectedFault breakIt(String target, FaultKind fault) throws InterruptedException {
        String query = "?target=" + URLEncoder.encode(target, StandardCharsets.UTF_8) + "&fault=" + fault;
        return read(call("POST", "/faults" + query), InjectedFault.class);
    }

    /** Begins to repair everything. */
    FaultsView heal() throws InterruptedException {
        return read(call("POST", "/faults/heal"), FaultsView.class);
    }

    /** @throws ProblemException if there is no such document */
    String reading(String document, boolean chinese) throws InterruptedException {
        return call(
                "GET",
                "/faults/reading/" + URLEncoder.encode(document, StandardCharsets.UTF_8)
                        + (chinese ? "?language=zh" : ""));
    }

    private String call(String method, String path) throws InterruptedException {
        URI url = Optional.ofNullable(properties.url())
                .orElseThrow(() -> new ProblemException(Problems.of(ProblemType.NOT_FOUND)));
        HttpRequest request = HttpRequest.newBuilder(url.resolve(path))
                .method(method, BodyPublishers.noBody())
                .header("Authorization", "Bearer " + Objects.requireNonNullElse(properties.secret(), ""))
                .timeout(TIMEOUT)
                .build();
        try {
            HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
            if (answer.statusCode() < 300) {
                return answer.body();
            }
            throw refusal(json.readTree(answer.body()));
        } catch (IOException | JacksonException noAnswer) {
            throw unavailable();
        }
    }

    private <T> T read(String answer, Class<T> type) {
        try {
            return json.readValue(answer, type);
        } catch (JacksonException notUnderstood) {
            throw unavailable();
        }
    }

    private static ProblemException refusal(JsonNode problem) {
        String type = problem.path("type").asString("");
        return REFUSALS.stream()
                .filter(known -> known.uri().toString().equals(type))
                .findFirst()
                .map(known -> new ProblemException(known, problem.path("detail").asString("")))
                .orElseGet(LauncherClient::unavailable);
    }

    private static ProblemException unavailable() {
        return new ProblemException(
                ProblemType.SERVICE_UNAVAILABLE, "The launcher of the demo does not answer as it should.");
    }
}
