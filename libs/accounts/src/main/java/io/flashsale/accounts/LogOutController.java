package io.flashsale.accounts;

import io.flashsale.accounts.session.EndedSessions;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.security.Tokens;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Event;
import io.flashsale.contracts.problem.ProblemType;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Ends sessions before their tokens expire. */
@RestController
@RequestMapping("/api")
class LogOutController {

    private final Accounts accounts;
    private final EndedSessions sessions;

    LogOutController(Accounts accounts, EndedSessions sessions) {
        this.accounts = accounts;
        this.sessions = sessions;
    }

    @ApiCall(value = "End the session of this token; it is refused within a few seconds", status = 204)
    @PostMapping("/logout")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void here() {
        Jwt token =
                CurrentUser.token().orElseThrow(() -> new ProblemException(Problems.of(ProblemType.UNAUTHENTICATED)));
        SecurityLog.write(Event.LOGGED_OUT, Shopper.of(token).id(), nameIn(token));
        if (token.getId() != null) {
            sessions.end(Shopper.of(token).id(), token.getId(), Objects.requireNonNull(token.getExpiresAt()));
        }
    }

    @ApiCall(value = "End all sessions of this account", status = 204)
    @PostMapping("/logout/everywhere")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void everywhere(Shopper holder) {
        Optional<Jwt> token = CurrentUser.token();
        int version = token.map(LogOutController::versionOf).orElse(0);
        if (accounts.logOutEverywhere(holder.id(), version)) {
            String name = token.map(LogOutController::nameIn).orElse("");
            SecurityLog.write(Event.LOGGED_OUT_EVERYWHERE, holder.id(), name);
        }
    }

    /** For example after a leaked password. */
    @ApiCall(
            value = "End all sessions of one account; its holder can log in again",
            status = 204,
            refusals = ProblemType.NOT_FOUND)
    @PostMapping("/admin/accounts/{username}/logout")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void end(@PathVariable String username) {
        if (!accounts.endSessionsOf(username)) {
            throw new ProblemException(ProblemType.NOT_FOUND, "There is no such account.");
        }
    }

    private static int versionOf(Jwt token) {
        return token.getClaim(Tokens.VERSION_CLAIM) instanceof Number version ? version.intValue() : 0;
    }

    private static String nameIn(Jwt token) {
        return Objects.requireNonNullElse(token.getClaimAsString(Tokens.USERNAME_CLAIM), "");
    }
}
