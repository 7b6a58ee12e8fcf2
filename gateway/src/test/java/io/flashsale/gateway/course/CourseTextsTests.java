package io.flashsale.gateway.course;

import static io.flashsale.gateway.support.OutsideClient.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.GatewayTest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts of the course are public, and need no lock lab. */
class CourseTextsTests extends GatewayTest {

    @ParameterizedTest
    @CsvSource({
        "/course/texts/en, application/json, 'The first locks on Redis'",
        "/course/texts/zh, application/json, 'Redis 上最初的几把锁'",
        "/course/texts/en/contents, text/html, <h1",
        "/course/texts/zh/chapters/01-the-race, text/html, 竞态",
        "/course/texts/en/files/docs/lock-lab.md, text/html, <h1",
        "/course/texts/en/files/sql/order/V2__orders.sql, text/plain, CREATE TABLE",
    })
    void areThere(String path, String type, String content) {
        HttpResponse<String> answer = client.get(path, null);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith(type);
        assertThat(answer.body()).contains(content);
    }

    @Test
    void areConfirmedByTheirTagsAndMayNotBeMoreThanTexts() {
        HttpResponse<String> first = client.get("/course/texts/en/chapters/01-the-race", null);
        assertThat(first.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'", "script-src 'self';");
        assertThat(first.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        assertThat(client.get("/course/texts/en/chapters/01-the-race", null, "If-None-Match", tag)
                        .statusCode())
                .isEqualTo(304);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/course/texts/fr",
                "/course/texts/en/chapters/14-nothing",
                "/course/texts/en/files/pom.xml",
                "/course/texts/en/files/",
                "/course/texts/en/files/application.yaml",
                "/course/texts/en/files/docs",
                "/course/texts/en/files/docs/",
                "/course/texts/en/files/etc/passwd",
                "/course/texts/en/files/classpath:application.yaml",
                "/course/texts/en/files/file:/etc/passwd",
                "/course/texts/en/files/docs/lock-lab.md%20",
            })
    void areNoOthers(String path) {
        assertProblem(client.get(path, null), 404, "not-found");
    }

    /** Requests are looked up among the names of the packed files, and never become part of a path. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "../application.yaml",
                "docs/../../application.yaml",
                "docs/../docs/lock-lab.md",
                "docs//lock-lab.md",
                "./docs/lock-lab.md",
                "%2e%2e/application.yaml",
                "..%2fapplication.yaml",
                "%252e%252e/application.yaml",
                "..%5capplication.yaml",
                "..;/application.yaml",
                "/etc/passwd",
                "%2fetc%2fpasswd",
                "docs/lock-lab.md%00.java",
                "docs/lock-lab.md;x=1",
            })
    void areNotReachedByOddPaths(String path) {
        String answer =
                client.raw("GET /course/texts/en/files/" + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertThat(answer)
                .matches("(?s)HTTP/1.1 40[04] .*")
                .contains("application/problem+json")
                .doesNotContain("<h1", "spring:", "root:");
    }
}
