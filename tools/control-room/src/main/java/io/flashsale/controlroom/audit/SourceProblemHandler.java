package io.flashsale.controlroom.audit;

import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.commons.problem.Problems;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Reports which server is unavailable. An audit that cannot read everything has no result. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class SourceProblemHandler {

    private static final Logger log = LoggerFactory.getLogger(SourceProblemHandler.class);

    @ExceptionHandler
    ResponseEntity<Object> unreadable(SourceUnavailableException fault) {
        log.warn("{}: {}", fault.getMessage(), String.valueOf(fault.getCause()));
        return Problems.retryLater(fault.source().description() + " does not answer as it should.");
    }
}
