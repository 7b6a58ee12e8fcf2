package io.flashsale.accounts;

import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/** Name and password of a new account. */
record Credentials(
        @NotNull @Pattern(regexp = "[A-Za-z0-9_.-]{3,32}", message = "must be 3 to 32 letters, digits, or one of _ . -")
        String username,

        @NotNull @PasswordLength String password) {

    static <T> ResponseEntity<T> commonPassword() {
        return Problems.answer(Problems.of(ProblemType.COMMON_PASSWORD));
    }

    static <T> ResponseEntity<T> tooManyGuesses(long seconds) {
        return Problems.answer(
                ResponseEntity.status(ProblemType.RATE_LIMITED.status())
                        .header(HttpHeaders.RETRY_AFTER, Long.toString(seconds)),
                Problems.of(ProblemType.RATE_LIMITED));
    }
}
