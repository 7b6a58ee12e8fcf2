package io.flashsale.gateway.course;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.storefront.page.ContentHash;
import io.flashsale.storefront.page.ContentSecurityPolicy;
import io.flashsale.storefront.page.SecurityHeaders;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the pages of the course in {@code en} and {@code zh}, to everybody. */
@RestController
@RequestMapping("/course/texts/{language:en|zh}")
class CourseController {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final MediaType PLAIN = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);
    private static final SecurityHeaders HEADERS = new SecurityHeaders(ContentSecurityPolicy.OWN_FILES);

    private final Course course;

    CourseController(Course course) {
        this.course = course;
    }

    @GetMapping
    List<Chapter> chapters(@PathVariable String language) {
        return course.chapters(of(language));
    }

    @GetMapping("/contents")
    ResponseEntity<byte[]> contents(@PathVariable String language, HttpServletResponse response) {
        return answer(Optional.of(course.contents(of(language))), HTML, response);
    }

    @GetMapping("/chapters/{id}")
    ResponseEntity<byte[]> chapter(
            @PathVariable String language, @PathVariable String id, HttpServletResponse response) {
        return answer(course.chapter(of(language), id), HTML, response);
    }

    @GetMapping("/files/{*path}")
    ResponseEntity<byte[]> file(@PathVariable String path, HttpServletResponse response) {
        String name = path.substring(1);
        return answer(course.file(name), Course.isMarkdown(name) ? HTML : PLAIN, response);
    }

    private static PageLanguage of(String language) {
        return PageLanguage.valueOf(language.toUpperCase(Locale.ROOT));
    }

    private static ResponseEntity<byte[]> answer(Optional<String> text, MediaType type, HttpServletResponse response) {
        if (text.isEmpty()) {
            throw new ProblemException(ProblemType.NOT_FOUND, "There is no such text.");
        }
        byte[] content = text.get().getBytes(StandardCharsets.UTF_8);
        HEADERS.setOn(response);
        return ResponseEntity.ok()
                .eTag(ContentHash.tag(content))
                .cacheControl(CacheControl.noCache())
                .contentType(type)
                .body(content);
    }
}
