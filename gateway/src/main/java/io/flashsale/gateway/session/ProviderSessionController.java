package io.flashsale.gateway.session;

import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.session.ProviderLogIns.Begin;
import io.flashsale.contracts.session.ProviderLogIns.Begun;
import io.flashsale.contracts.session.ProviderLogIns.Finish;
import io.flashsale.contracts.session.ProviderLogIns.Finished;
import io.flashsale.gateway.session.ProviderLogIn.Outcome;
import io.flashsale.gateway.upstream.Caller;
import io.flashsale.gateway.upstream.UpstreamReply;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Opens the same session as {@link SessionController}, for users whom an OpenID provider names. Both calls answer 404
 * unless order-service has one.
 */
@RestController
@RequestMapping(ProviderSessionController.PATH)
class ProviderSessionController {

    static final String PATH = SessionController.PATH + "/provider";

    /** Below {@link #PATH}. */
    static final String CALLBACK = "/callback";

    private static final Pattern TYPE = Pattern.compile("\"/problems/([a-z-]+)\"");

    private final ProviderLogIn logIn;
    private final LogOut logOut;
    private final SessionCookie cookie;
    private final LogInPage page;
    private final Clock clock;

    ProviderSessionController(ProviderLogIn logIn, LogOut logOut, SessionCookie cookie, LogInPage page, Clock clock) {
        this.logIn = logIn;
        this.logOut = logOut;
        this.cookie = cookie;
        this.page = page;
        this.clock = clock;
    }

    /** The provider's page, which our page opens. */
    record Begins(String location) {}

    /**
     * Begins a log-in. It also ends the browser's session, because the browser will not send its cookie when it
     * comes back from another site.
     *
     * @param then the page to open after the log-in
     */
    @PostMapping
    ResponseEntity<?> begin(HttpServletRequest request, @RequestParam(defaultValue = "/") String then) {
        return switch (logIn.begin(new Begin(then), Caller.of(request))) {
            case Outcome.Done<Begun>(Begun begun) -> {
                logOut.endEarlier(request);
                yield ResponseEntity.ok()
                        .cacheControl(CacheControl.noStore())
                        .header(
                                HttpHeaders.SET_COOKIE,
                                cookie.forget(),
                                cookie.keepAttempt(begun.attempt()),
                                cookie.keepWanted(then))
                        .body(new Begins(begun.location()));
            }
            case Outcome.Refused<Begun>(UpstreamReply reply) -> SessionController.refused(reply);
            case Outcome.Unavailable<Begun>(ProblemType type) -> Problems.retryLater(type);
        };
    }

    /** Where the provider sends the browser back to. Opens a page of the shop, which says what went wrong. */
    @GetMapping(CALLBACK)
    ResponseEntity<?> callback(
            HttpServletRequest request,
            @RequestParam(required = false) @Nullable String code,
            @RequestParam(required = false) @Nullable String state,
            @RequestParam(required = false) @Nullable String error) {
        Finish returned = new Finish(cookie.readAttempt(request), code, state, error);
        return switch (logIn.finish(returned, Caller.of(request))) {
            case Outcome.Done<Finished>(Finished finished) -> {
                // Only if provider and shop are one site does the browser send a session that another tab has begun.
                logOut.endEarlier(request);
                yield opens(
                        finished.then(),
                        cookie.keep(finished.token(), Duration.between(clock.instant(), finished.expiresAt())));
            }
            case Outcome.Refused<Finished>(UpstreamReply reply)
            when reply.status() == HttpStatus.NOT_FOUND.value() -> SessionController.refused(reply);
            case Outcome.Refused<Finished>(UpstreamReply reply) -> opens(page.saying(typeOf(reply), request));
            case Outcome.Unavailable<Finished>(ProblemType type) -> opens(page.saying(type.slug(), request));
        };
    }

    private ResponseEntity<Void> opens(String address, String... cookies) {
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .cacheControl(CacheControl.noStore())
                .header(HttpHeaders.SET_COOKIE, cookies)
                .header(HttpHeaders.SET_COOKIE, cookie.forgetAttempt(), cookie.forgetWanted())
                .header(HttpHeaders.LOCATION, address)
                .build();
    }

    private static String typeOf(UpstreamReply problem) {
        Matcher type = TYPE.matcher(new String(problem.body(), StandardCharsets.UTF_8));
        return type.find() ? type.group(1) : ProblemType.SERVICE_UNAVAILABLE.slug();
    }
}
