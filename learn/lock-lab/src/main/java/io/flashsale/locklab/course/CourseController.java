package io.flashsale.locklab.course;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.signature.Hashes;
import io.flashsale.contracts.problem.ProblemType;
import io.swagger.v3.oas.annotations.Hidden;
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

/** Serves the texts of the course in {@code en} and {@code zh}, to everybody. They are no calls of the API. */
@Hidden
@RestController
@RequestMapping("/course/texts/{language:en|zh}")
class CourseController {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final MediaType PLAIN = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private final Course course;

    CourseController(Course course) {
        this.course = course;
    }

    @GetMapping
    List<Chapter> chapters(@PathVariable String language) {
        return course.chapters(of(language));
    }

    @GetMapping("/contents")
    ResponseEntity<byte[]> contents(@PathVariable String language) {
        return answer(Optional.of(course.contents(of(language))), HTML);
    }

    @GetMapping("/chapters/{id}")
    ResponseEntity<byte[]> chapter(@PathVariable String language, @PathVariable String id) {
        return answer(course.chapter(of(language), id), HTML);
    }

    @GetMapping("/files/{*path}")
    ResponseEntity<byte[]> file(@PathVariable String path) {
        String name = path.substring(1);
        return answer(course.file(name), Course.isMarkdown(name) ? HTML : PLAIN);
    }

    private static PageLanguage of(String language) {
        return PageLanguage.valueOf(language.toUpperCase(Locale.ROOT));
    }

    private static ResponseEntity<byte[]> answer(Optional<String> text, MediaType type) {
        if (text.isEmpty()) {
            throw new ProblemException(ProblemType.NOT_FOUND, "There is no such text.");
        }
        byte[] content = text.get().getBytes(StandardCharsets.UTF_8);
        return ResponseEntity.ok()
                .eTag(tagOf(content))
                .cacheControl(CacheControl.noCache())
                .contentType(type)
                .body(content);
    }

    /** A weak ETag: Tomcat, in the gateway, does not compress an answer with a strong one. */
    private static String tagOf(byte[] content) {
        return "W/\"" + Hashes.sha256Hex(content).substring(0, 16) + '"';
    }
}
