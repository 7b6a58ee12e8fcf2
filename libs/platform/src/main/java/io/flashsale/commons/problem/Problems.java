package io.flashsale.commons.problem;

import io.flashsale.contracts.problem.ProblemType;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** Makes RFC 9457 answers from {@link ProblemType}s. */
public final class Problems {

    private Problems() {}

    /** A problem whose only text is the type's title. */
    public static ProblemDetail of(ProblemType type) {
        ProblemDetail problem = ProblemDetail.forStatus(type.status());
        problem.setType(type.uri());
        problem.setTitle(type.title());
        return problem;
    }

    /**
     * A problem with a sentence for the person who reads it.
     *
     * @param detail says what to do; never an exception's message or other internals
     */
    public static ProblemDetail of(ProblemType type, String detail) {
        ProblemDetail problem = of(type);
        problem.setDetail(detail);
        return problem;
    }

    /** The problem as an HTTP answer with the type's status. */
    public static <T> ResponseEntity<T> answer(ProblemDetail problem) {
        return answer(ResponseEntity.status(problem.getStatus()), problem);
    }

    /** The problem as the answer of a started builder, for instance with a Retry-After header. */
    @SuppressWarnings("unchecked") // a problem may replace a body of any type; the status tells them apart
    public static <T> ResponseEntity<T> answer(ResponseEntity.BodyBuilder answer, ProblemDetail problem) {
        return (ResponseEntity<T>)
                answer.contentType(MediaType.APPLICATION_PROBLEM_JSON).body(problem);
    }

    /** The value, or a problem that says that there is none. */
    public static <T> ResponseEntity<T> found(Optional<T> found, ProblemType otherwise) {
        return found.map(ResponseEntity::ok).orElseGet(() -> answer(of(otherwise)));
    }

    /** 503 with Retry-After: nothing was done, and the same request may succeed in a second. */
    public static <T> ResponseEntity<T> retryLater(String detail) {
        return retryLater(of(ProblemType.SERVICE_UNAVAILABLE, detail));
    }

    /** The problem with Retry-After: the same request may succeed in a second. */
    public static <T> ResponseEntity<T> retryLater(ProblemType type) {
        return retryLater(of(type));
    }

    /** The problem with Retry-After: the same request may succeed in a second. */
    public static <T> ResponseEntity<T> retryLater(ProblemDetail problem) {
        return answer(ResponseEntity.status(problem.getStatus()).header(HttpHeaders.RETRY_AFTER, "1"), problem);
    }

    /** The problem with the earliest time of a useful retry, in {@code until} and in Retry-After. */
    public static <T> ResponseEntity<T> retryAt(Instant until, Instant now, ProblemDetail problem) {
        problem.setProperty("until", until);
        long seconds = Math.max(1, Duration.between(now, until).toSeconds() + 1);
        return answer(
                ResponseEntity.status(problem.getStatus()).header(HttpHeaders.RETRY_AFTER, Long.toString(seconds)),
                problem);
    }

    static ProblemType typeOf(HttpStatusCode status) {
        return switch (status.value()) {
            case 401 -> ProblemType.UNAUTHENTICATED;
            case 403 -> ProblemType.FORBIDDEN;
            case 404 -> ProblemType.NOT_FOUND;
            case 405 -> ProblemType.METHOD_NOT_ALLOWED;
            case 406 -> ProblemType.NOT_ACCEPTABLE;
            case 408 -> ProblemType.REQUEST_TIMEOUT;
            case 413 -> ProblemType.PAYLOAD_TOO_LARGE;
            case 415 -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
            case 429 -> ProblemType.RATE_LIMITED;
            case 503 -> ProblemType.SERVICE_UNAVAILABLE;
            case 504 -> ProblemType.GATEWAY_TIMEOUT;
            default -> status.is4xxClientError() ? ProblemType.INVALID_REQUEST : ProblemType.INTERNAL_ERROR;
        };
    }
}
