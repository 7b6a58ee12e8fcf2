package io.flashsale.commons.problem;

import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import io.flashsale.commons.sql.DatabaseOutage;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
import org.apache.tomcat.util.http.InvalidParameterException;
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
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;

/**
 * Turns all exceptions of controllers into problems of a stable type. Unexpected ones are logged, and the answer
 * says nothing about them.
 */
@RestControllerAdvice
class ProblemHandler extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemHandler.class);

    /** Names in a map are the caller's. */
    private static final int MAX_FIELD = 100;

    private final OutageLog outage = new OutageLog(log, "database unavailable");

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception exception,
            @Nullable Object body,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        if (isUnreadable(exception) && request instanceof ServletWebRequest refused) {
            SecurityLog.refused(Refusal.MALFORMED, refused.getRequest(), account(refused.getRequest()));
        }
        ProblemDetail problem =
                exception instanceof ProblemException known ? known.getBody() : classify(exception, status);
        return super.handleExceptionInternal(exception, problem, headers, status, request);
    }

    /** Values out of range do not count: people do type them. */
    private static boolean isUnreadable(Exception exception) {
        return exception instanceof HttpMessageNotReadableException
                || exception instanceof HttpMediaTypeNotSupportedException;
    }

    /** The account id in the token; 0 if there is no token, or it is not a person's. */
    private static long account(HttpServletRequest request) {
        Principal holder = request.getUserPrincipal();
        return holder != null && holder.getName().matches("\\d{1,18}") ? Long.parseLong(holder.getName()) : 0;
    }

    private static ProblemDetail classify(Exception exception, HttpStatusCode status) {
        if (exception instanceof MethodArgumentNotValidException invalid) {
            FieldError field = invalid.getBindingResult().getFieldError();
            return Problems.of(
                    ProblemType.INVALID_REQUEST,
                    field == null ? "The body is not valid." : field.getField() + " " + field.getDefaultMessage());
        }
        if (exception instanceof HttpMessageNotReadableException) {
            String field = exception.getCause() instanceof JacksonException unreadable ? field(unreadable) : "";
            return Problems.of(
                    ProblemType.INVALID_REQUEST,
                    (field.isEmpty() ? "The body" : field) + " cannot be read as what this call expects.");
        }
        return Problems.of(Problems.typeOf(status));
    }

    /** The field that was being read, such as {@code entry.difficulty} or {@code orders[3].orderId}. */
    private static String field(JacksonException unreadable) {
        StringBuilder field = new StringBuilder();
        for (JacksonException.Reference step : unreadable.getPath()) {
            if (step.getPropertyName() == null) {
                field.append('[').append(step.getIndex()).append(']');
            } else {
                field.append(field.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return field.substring(0, Math.min(field.length(), MAX_FIELD));
    }

    @ExceptionHandler
    ResponseEntity<Object> malformedParameter(MethodArgumentTypeMismatchException mismatch) {
        return Problems.answer(
                Problems.of(ProblemType.INVALID_REQUEST, "The parameter '" + mismatch.getName() + "' is malformed."));
    }

    /** The parameters of a query or a form cannot be decoded. */
    @ExceptionHandler
    ResponseEntity<Object> malformedParameters(InvalidParameterException malformed, HttpServletRequest request) {
        SecurityLog.refused(Refusal.MALFORMED, request, account(request));
        return Problems.answer(Problems.of(ProblemType.INVALID_REQUEST, "The parameters are malformed."));
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> unexpected(Exception fault, WebRequest request, HttpServletResponse response)
            throws Exception {
        // Spring Security itself answers these (401 or 403).
        if (fault instanceof AccessDeniedException || fault instanceof AuthenticationException) {
            throw fault;
        }
        // A started answer can only be cut off; a problem at its end would look like a part of it.
        if (response.isCommitted()) {
            throw fault;
        }
        // Spring has no exception of its own for some: see DatabaseProblemHandler for those that it has.
        if (DatabaseOutage.isBehind(fault)) {
            outage.warn(String.valueOf(fault.getMessage()));
            return Problems.retryLater(ProblemType.SERVICE_UNAVAILABLE);
        }
        log.error("unexpected fault while answering {}", request.getDescription(false), fault);
        return Problems.answer(Problems.of(ProblemType.INTERNAL_ERROR));
    }
}
