package io.flashsale.accounts;

import io.flashsale.accounts.Accounts.PasswordChange;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Lets users change their own password. */
@RestController
class PasswordController {

    private final Accounts accounts;

    PasswordController(Accounts accounts) {
        this.accounts = accounts;
    }

    record NewPassword(
            @NotNull String currentPassword,

            @NotNull @PasswordLength String newPassword) {}

    @ApiCall(
            value = "Change one's password; all sessions of the account end, this one, too",
            status = 204,
            refusals = {
                ProblemType.WRONG_PASSWORD,
                ProblemType.COMMON_PASSWORD,
                ProblemType.INVALID_REQUEST,
                ProblemType.RATE_LIMITED
            })
    @PostMapping("/api/accounts/password")
    ResponseEntity<Void> change(@Valid @RequestBody NewPassword wanted, Shopper holder, HttpServletRequest request) {
        return switch (accounts.changePassword(
                holder.id(), wanted.currentPassword(), wanted.newPassword(), request.getRemoteAddr())) {
            case PasswordChange.Changed _ -> ResponseEntity.noContent().build();
            case PasswordChange.WrongPassword _ -> Problems.answer(Problems.of(ProblemType.WRONG_PASSWORD));
            case PasswordChange.CommonPassword _ -> Credentials.commonPassword();
            case PasswordChange.TooManyGuesses(long seconds) -> Credentials.tooManyGuesses(seconds);
        };
    }
}
