package io.flashsale.sample;

import static io.flashsale.commons.testing.OutsideClient.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.testing.OutsideClient;
import io.flashsale.contracts.problem.ProblemType;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The OpenAPI document that every service has. */
@SpringBootTest(classes = SampleService.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class OpenApiTests {

    @LocalServerPort
    private int port;

    private JsonNode api = new JsonMapper().createObjectNode();

    @BeforeEach
    void askWithoutAToken() {
        HttpResponse<String> answer = new OutsideClient(port).get("/v3/api-docs", null);
        assertStatus(answer, 200);
        api = new JsonMapper().readTree(answer.body());
    }

    private JsonNode call(String path, String method) {
        return api.path("paths").path(path).path(method);
    }

    @Test
    void shouldBePublicAndNoMoreThanIt() {
        assertStatus(new OutsideClient(port).get("/v3/api-docs.yaml", null), 401);
        assertStatus(new OutsideClient(port).get("/v3/api-docs/other", null), 401);
    }

    @Test
    void shouldLeaveOutWhatIsForServices() {
        assertThat(api.path("paths").propertyNames())
                .contains("/api/me")
                .noneMatch(path -> path.startsWith("/internal"));
        assertThat(call("/api/me", "get").path("parameters"))
                .as("the shopper comes out of the token")
                .isEmpty();
    }

    @Test
    void shouldSayWhoseTokenIsNeeded() {
        assertThat(call("/api/public/{number}", "get").path("security")).isEmpty();
        assertThat(call("/api/me", "get").path("security").path(0).has("token")).isTrue();
        assertThat(call("/api/me", "get").path("description").asString()).contains("logged in");
        assertThat(call("/api/admin/thing", "get").path("description").asString())
                .contains("ADMIN");
        assertThat(api.at("/components/securitySchemes/token/scheme").asString())
                .isEqualTo("bearer");
    }

    @Test
    void shouldSayWhatCallsAnswer() {
        JsonNode answers = call("/api/admin/thing", "get").path("responses");
        assertThat(answers.propertyNames()).containsExactlyInAnyOrder("202", "409", "default");
        assertThat(answers.at("/409/content/application~1problem+json/examples/sold-out/value/status")
                        .asInt())
                .isEqualTo(409);
        assertThat(answers.at("/default/$ref").asString()).isEqualTo("#/components/responses/Problem");
        assertThat(api.at("/components/schemas/Problem/required").size()).isEqualTo(3);
        for (ProblemType type : ProblemType.values()) {
            assertThat(api.at("/info/description").asString()).contains("`" + type.uri() + "`");
        }
    }
}
