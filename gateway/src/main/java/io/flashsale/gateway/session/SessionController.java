package io.flashsale.gateway.session;

import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.CurrentUser;
import io.flashsale.commons.security.Tokens;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.session.LogIn.Outcome;
import io.flashsale.gateway.upstream.Caller;
import io.flashsale.gateway.upstream.UpstreamReply;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Logs browsers in and out, and says who is logged in. */
@RestController
@RequestMapping(SessionController.PATH)
class SessionController {

    static final String PATH = "/api/session";

    /** Not "storage", which holds the chosen language: the pages themselves remove the shopper's data there. */
    private static final String CLEAR_SITE_DATA = "Clear-Site-Data";

    private final LogIn logIn;
    private final LogOut logOut;
    private final SessionCookie cookie;
    private final Clock clock;

    SessionController(LogIn logIn, LogOut logOut, SessionCookie cookie, Clock clock) {
        this.logIn = logIn;
        this.logOut = logOut;
        this.cookie = cookie;
        this.clock = clock;
    }

    /**
     * The logged-in account, without the token.
     *
     * @param hasPassword false if a provider vouches for the user
     */
    record SessionView(String userId, String username, String role, boolean hasPassword, Instant expiresAt) {

        static SessionView of(Jwt token) {
            return new SessionView(
                    Objects.requireNonNull(token.getSubject()),
                    Objects.requireNonNullElse(token.getClaimAsString(Tokens.USERNAME_CLAIM), ""),
                    Objects.requireNonNullElse(token.getClaimAsString(Tokens.ROLE_CLAIM), ""),
                    !Boolean.TRUE.equals(token.getClaimAsBoolean(Tokens.NO_PASSWORD_CLAIM)),
                    Objects.requireNonNull(token.getExpiresAt()));
        }
    }

    /** Accepts what {@code POST /api/login} accepts and answers alike, but puts the token into a cookie. */
    @PostMapping
    ResponseEntity<?> open(HttpServletRequest request) {
        return switch (logIn.attempt(request)) {
            case Outcome.LoggedIn(Jwt token) -> opened(request, token);
            case Outcome.Refused(UpstreamReply reply) -> refused(reply);
            case Outcome.Unavailable(ProblemType type) -> Problems.retryLater(type);
        };
    }

    static ResponseEntity<?> refused(UpstreamReply reply) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (reply.retryAfter() != null) {
            headers.set(HttpHeaders.RETRY_AFTER, reply.retryAfter());
        }
        return new ResponseEntity<>(reply.body(), headers, HttpStatusCode.valueOf(reply.status()));
    }

    private ResponseEntity<?> opened(HttpServletRequest request, Jwt token) {
        logOut.endEarlier(request);
        SessionView view = SessionView.of(token);
        String kept = cookie.keep(token.getTokenValue(), Duration.between(clock.instant(), view.expiresAt()));
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .header(HttpHeaders.SET_COOKIE, kept)
                .body(view);
    }

    @GetMapping
    ResponseEntity<?> session() {
        Optional<Jwt> token = CurrentUser.token();
        if (token.isPresent()) {
            return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(SessionView.of(token.get()));
        }
        return Problems.answer(
                ResponseEntity.status(ProblemType.UNAUTHENTICATED.status())
                        .cacheControl(CacheControl.noStore())
                        .header(HttpHeaders.SET_COOKIE, cookie.forget()),
                Problems.of(ProblemType.UNAUTHENTICATED));
    }

    /**
     * Ends the session and its token.
     *
     * @param everywhere whether to end all sessions of the account
     */
    @DeleteMapping
    ResponseEntity<?> close(HttpServletRequest request, @RequestParam(defaultValue = "false") boolean everywhere) {
        Optional<Jwt> token = CurrentUser.token();
        if (token.isPresent() && !logOut.end(token.get(), Caller.of(request), everywhere)) {
            return Problems.retryLater("Your other sessions go on. Try again in a moment.");
        }
        return ResponseEntity.noContent()
                .header(HttpHeaders.SET_COOKIE, cookie.forget())
                .header(CLEAR_SITE_DATA, "\"cache\"")
                .build();
    }
}
