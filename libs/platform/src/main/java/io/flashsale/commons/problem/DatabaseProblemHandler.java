package io.flashsale.commons.problem;

import io.flashsale.contracts.problem.ProblemType;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers 503, not 500, when the database is down or overloaded, and the caller may retry. Nothing was changed, unless
 * only the answer to a commit was lost; a repeated call finds what was done.
 */
@RestControllerAdvice
@ConditionalOnClass(DataAccessResourceFailureException.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
class DatabaseProblemHandler {

    private final OutageLog outage =
            new OutageLog(LoggerFactory.getLogger(DatabaseProblemHandler.class), "database unavailable");

    @ExceptionHandler({
        DataAccessResourceFailureException.class,
        RecoverableDataAccessException.class, // the connection broke during a statement
        CannotCreateTransactionException.class,
        TransactionSystemException.class, // nor can a broken connection commit, or roll back
        TransientDataAccessException.class
    })
    ResponseEntity<Object> databaseUnavailable(Exception fault) {
        outage.warn(String.valueOf(fault.getMessage()));
        return Problems.retryLater(ProblemType.SERVICE_UNAVAILABLE);
    }
}
