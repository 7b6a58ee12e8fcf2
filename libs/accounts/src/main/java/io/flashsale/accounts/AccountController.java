package io.flashsale.accounts;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.accounts.Accounts.Login;
import io.flashsale.accounts.Accounts.PasswordChange;
import io.flashsale.accounts.Accounts.Registration;
import io.flashsale.accounts.provider.LogInProvider;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Signs shoppers up, logs users in, and lets them change their own password. */
@RestController
@RequestMapping("/api")
class AccountController {

    private final Accounts accounts;
    private final LogInWays ways;

    AccountController(Accounts accounts, Optional<LogInProvider> provider) {
        this.accounts = accounts;
        this.ways = new LogInWays(provider.map(LogInProvider::name).orElse(null));
    }

    /** Name and password of a new account. */
    record Credentials(
            @NotNull
            @Pattern(regexp = "[A-Za-z0-9_.-]{3,32}", message = "must be 3 to 32 letters, digits, or one of _ . -")
            String username,

            @NotNull @PasswordLength String password) {}

    record AccountView(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id, String username) {}

    record LoginRequest(@NotNull String username, @NotNull String password) {}

    /** @param provider the OpenID provider that users may log in with; null without one */
    record LogInWays(@Nullable String provider) {}

    record TokenView(String token, Instant expiresAt) {}

    record NewPassword(
            @NotNull String currentPassword,

            @NotNull @PasswordLength String newPassword) {}

    @ApiCall(
            value = "Open an account",
            status = 201,
            refusals = {
                ProblemType.USERNAME_TAKEN,
                ProblemType.COMMON_PASSWORD,
                ProblemType.INVALID_REQUEST,
                ProblemType.RATE_LIMITED
            })
    @PostMapping("/accounts")
    ResponseEntity<AccountView> register(@Valid @RequestBody Credentials credentials) {
        return switch (accounts.register(credentials.username(), credentials.password())) {
            case Registration.Registered(long id, String username) ->
                ResponseEntity.status(HttpStatus.CREATED).body(new AccountView(id, username));
            case Registration.CommonPassword() -> Problems.answer(Problems.of(ProblemType.COMMON_PASSWORD));
            case Registration.UsernameTaken() -> Problems.answer(Problems.of(ProblemType.USERNAME_TAKEN));
        };
    }

    @ApiCall("How one can log in besides by a password")
    @GetMapping("/login")
    LogInWays ways() {
        return ways;
    }

    @ApiCall(
            value = "Log in, for a token",
            refusals = {ProblemType.BAD_CREDENTIALS, ProblemType.RATE_LIMITED})
    @PostMapping("/login")
    ResponseEntity<TokenView> login(@Valid @RequestBody LoginRequest login, HttpServletRequest request) {
        return switch (accounts.login(login.username(), login.password(), request.getRemoteAddr())) {
            case Login.LoggedIn(var token) ->
                ResponseEntity.ok()
                        .cacheControl(CacheControl.noStore())
                        .body(new TokenView(token.value(), token.expiresAt()));
            case Login.TooManyGuesses(long seconds) -> tooManyGuesses(seconds);
            case Login.BadCredentials() -> Problems.answer(Problems.of(ProblemType.BAD_CREDENTIALS));
        };
    }

    @ApiCall(
            value = "Change one's password; all sessions of the account end, this one, too",
            status = 204,
            refusals = {
                ProblemType.WRONG_PASSWORD,
                ProblemType.NO_PASSWORD,
                ProblemType.COMMON_PASSWORD,
                ProblemType.INVALID_REQUEST,
                ProblemType.RATE_LIMITED
            })
    @PostMapping("/accounts/password")
    ResponseEntity<Void> change(@Valid @RequestBody NewPassword wanted, Shopper holder, HttpServletRequest request) {
        return switch (accounts.changePassword(
                holder.id(), wanted.currentPassword(), wanted.newPassword(), request.getRemoteAddr())) {
            case PasswordChange.Changed _ -> ResponseEntity.noContent().build();
            case PasswordChange.WrongPassword _ -> Problems.answer(Problems.of(ProblemType.WRONG_PASSWORD));
            case PasswordChange.NoPassword _ -> Problems.answer(Problems.of(ProblemType.NO_PASSWORD));
            case PasswordChange.CommonPassword _ -> Problems.answer(Problems.of(ProblemType.COMMON_PASSWORD));
            case PasswordChange.TooManyGuesses(long seconds) -> tooManyGuesses(seconds);
        };
    }

    private static <T> ResponseEntity<T> tooManyGuesses(long seconds) {
        return Problems.answer(
                ResponseEntity.status(ProblemType.RATE_LIMITED.status())
                        .header(HttpHeaders.RETRY_AFTER, Long.toString(seconds)),
                Problems.of(ProblemType.RATE_LIMITED));
    }
}
