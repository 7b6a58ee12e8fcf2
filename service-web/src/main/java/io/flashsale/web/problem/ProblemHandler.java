package io.flashsale.web.problem;

import io.flashsale.contracts.problem.ProblemType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.validation.FieldError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns whatever a controller throws into a problem of a stable type; what nobody expected is logged and says nothing. */
@RestControllerAdvice
class ProblemHandler extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemHandler.class);

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception exception,
            @Nullable Object body,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        ProblemDetail problem =
                exception instanceof ProblemException known ? known.getBody() : classify(exception, status);
        return super.handleExceptionInternal(exception, problem, headers, status, request);
    }

    private static ProblemDetail classify(Exception exception, HttpStatusCode status) {
        if (exception instanceof MethodArgumentNotValidException invalid) {
            FieldError field = invalid.getBindingResult().getFieldError();
            return Problems.of(
                    ProblemType.INVALID_REQUEST,
                    field == null ? "The body is not valid." : field.getField() + " " + field.getDefaultMessage());
        }
        if (exception instanceof HttpMessageNotReadableException) {
            return Problems.of(ProblemType.INVALID_REQUEST, "The body cannot be read as what this call expects.");
        }
        return Problems.of(
                switch (status.value()) {
                    case 401 -> ProblemType.UNAUTHENTICATED;
                    case 403 -> ProblemType.FORBIDDEN;
                    case 404 -> ProblemType.NOT_FOUND;
                    case 405 -> ProblemType.METHOD_NOT_ALLOWED;
                    case 406 -> ProblemType.NOT_ACCEPTABLE;
                    case 413 -> ProblemType.PAYLOAD_TOO_LARGE;
                    case 415 -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
                    case 503 -> ProblemType.SERVICE_UNAVAILABLE;
                    case 504 -> ProblemType.GATEWAY_TIMEOUT;
                    default -> status.is4xxClientError() ? ProblemType.INVALID_REQUEST : ProblemType.INTERNAL_ERROR;
                });
    }

    @ExceptionHandler
    ResponseEntity<Object> malformedParameter(MethodArgumentTypeMismatchException mismatch) {
        return Problems.answer(
                Problems.of(ProblemType.INVALID_REQUEST, "The parameter '" + mismatch.getName() + "' is malformed."));
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> unexpected(Exception fault, WebRequest request) throws Exception {
        // Security's own translation answers these (401 or 403).
        if (fault instanceof AccessDeniedException || fault instanceof AuthenticationException) {
            throw fault;
        }
        log.error("unexpected fault while answering {}", request.getDescription(false), fault);
        return Problems.answer(Problems.of(ProblemType.INTERNAL_ERROR));
    }
}
