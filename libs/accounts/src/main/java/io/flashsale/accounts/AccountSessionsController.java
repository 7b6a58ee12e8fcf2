package io.flashsale.accounts;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Lets administrators end another user's sessions, for example after a leaked password. */
@RestController
class AccountSessionsController {

    private final Accounts accounts;

    AccountSessionsController(Accounts accounts) {
        this.accounts = accounts;
    }

    @ApiCall(
            value = "End all sessions of one account; its holder can log in again",
            status = 204,
            refusals = ProblemType.NOT_FOUND)
    @PostMapping("/api/admin/accounts/{username}/logout")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void end(@PathVariable String username) {
        if (!accounts.endSessionsOf(username)) {
            throw new ProblemException(ProblemType.NOT_FOUND, "There is no such account.");
        }
    }
}
