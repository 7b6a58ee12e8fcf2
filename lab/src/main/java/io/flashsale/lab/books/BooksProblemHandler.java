package io.flashsale.lab.books;

import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Says which server is away: an audit that cannot read everything has no result, neither good nor bad. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class BooksProblemHandler {

    private static final Logger log = LoggerFactory.getLogger(BooksProblemHandler.class);

    @ExceptionHandler
    ResponseEntity<Object> unreadable(BooksUnavailableException fault) {
        log.warn("{}: {}", fault.getMessage(), String.valueOf(fault.getCause()));
        return Problems.answer(
                ResponseEntity.status(ProblemType.SERVICE_UNAVAILABLE.status()).header(HttpHeaders.RETRY_AFTER, "1"),
                Problems.of(
                        ProblemType.SERVICE_UNAVAILABLE,
                        fault.source().description() + " does not answer as it should."));
    }
}
