package io.flashsale.accounts;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.flashsale.accounts.Accounts.Login;
import io.flashsale.accounts.Accounts.Registration;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Signs shoppers up and logs users in. */
@RestController
@RequestMapping("/api")
class AccountController {

    private final Accounts accounts;

    AccountController(Accounts accounts) {
        this.accounts = accounts;
    }

    record AccountView(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id, String username) {}

    record LoginRequest(@NotNull String username, @NotNull String password) {}

    record TokenView(String token, Instant expiresAt) {}

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
        return switch (accounts.register(credentials)) {
            case Registration.Registered(long id, String username) ->
                ResponseEntity.status(HttpStatus.CREATED).body(new AccountView(id, username));
            case Registration.CommonPassword() -> Credentials.commonPassword();
            case Registration.UsernameTaken() -> Problems.answer(Problems.of(ProblemType.USERNAME_TAKEN));
        };
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
            case Login.TooManyGuesses(long seconds) -> Credentials.tooManyGuesses(seconds);
            case Login.BadCredentials() -> Problems.answer(Problems.of(ProblemType.BAD_CREDENTIALS));
        };
    }
}
