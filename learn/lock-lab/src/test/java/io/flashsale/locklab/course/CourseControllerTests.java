package io.flashsale.locklab.course;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

class CourseControllerTests {

    private static final Course COURSE = new Course();

    private final MockMvcTester lab = MockMvcTester.of(new CourseController(COURSE));

    private MockHttpServletResponse get(String path) {
        return lab.get().uri(URI.create(path)).exchange().getResponse();
    }

    @ParameterizedTest
    @CsvSource({
        "/course/texts/en, application/json, 'The first locks on Redis'",
        "/course/texts/zh, application/json, 'Redis 上最初的几把锁'",
        "/course/texts/en/contents, text/html, <h1",
        "/course/texts/zh/chapters/01-the-race, text/html, 竞态",
        "/course/texts/en/files/docs/lock-lab.md, text/html, <h1",
        "/course/texts/en/files/sql/order/V2__orders.sql, text/plain, CREATE TABLE",
    })
    void servesTheTexts(String path, String type, String content) throws Exception {
        MockHttpServletResponse answer = get(path);
        assertThat(answer.getStatus()).isEqualTo(200);
        assertThat(answer.getContentType()).startsWith(type);
        assertThat(answer.getContentAsString(UTF_8)).contains(content);
    }

    @Test
    void confirmsATextByItsTag() {
        MockHttpServletResponse first = get("/course/texts/en/chapters/01-the-race");
        assertThat(first.getHeader(HttpHeaders.CACHE_CONTROL)).isEqualTo("no-cache");
        String tag = Objects.requireNonNull(first.getHeader(HttpHeaders.ETAG));
        assertThat(tag).startsWith("W/");
        assertThat(lab.get().uri("/course/texts/en/chapters/01-the-race").header(HttpHeaders.IF_NONE_MATCH, tag))
                .hasStatus(304);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/course/texts/fr",
                "/course/texts/en/chapters/14-nothing",
                "/course/texts/en/chapters/README",
                "/course/texts/en/files/pom.xml",
                "/course/texts/en/files/..%2fapplication.yaml",
                "/course/texts/en/files/%252e%252e/application.yaml",
                "/course/texts/en/files//etc/passwd",
            })
    void servesNothingElse(String path) {
        assertThat(get(path).getStatus()).isEqualTo(404);
    }

    /** Requests are looked up among the names of the packed files, and never become part of a path. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "pom.xml",
                "application.yaml",
                "docs",
                "docs/",
                "etc/passwd",
                "/etc/passwd",
                "classpath:application.yaml",
                "file:/etc/passwd",
                "../application.yaml",
                "docs/../../application.yaml",
                "docs/course/../lock-lab.md",
                "docs//lock-lab.md",
                "./docs/lock-lab.md",
                "%2e%2e/application.yaml",
                "..\\application.yaml",
                "..;/application.yaml",
                "docs/lock-lab.md ",
                "docs/lock-lab.md\0.java",
                "docs/lock-lab.md;x=1",
            })
    void packsNoOtherFile(String path) {
        assertThat(COURSE.file(path)).isEmpty();
    }
}
