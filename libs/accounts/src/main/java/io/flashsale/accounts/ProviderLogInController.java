package io.flashsale.accounts;

import io.flashsale.accounts.provider.LogInProvider;
import io.flashsale.accounts.provider.LogInProvider.Answer;
import io.flashsale.accounts.token.SignedToken;
import io.flashsale.commons.problem.Problems;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.securitylog.SecurityLog.Event;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.session.ProviderLogIns;
import io.swagger.v3.oas.annotations.Hidden;
import java.util.regex.Pattern;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Logs users in with the provider, for the gateway. Without a provider these addresses do not exist. */
@Hidden
@RestController
@ConditionalOnProperty("flashsale.accounts.provider.issuer")
class ProviderLogInController {

    /** A page of ours, never one that a foreign link smuggled in; fit for a header. */
    private static final Pattern PAGE = Pattern.compile("/(?:[!-.0-\\[\\]-~][!-\\[\\]-~]{0,500})?");

    private final LogInProvider provider;
    private final ProviderAccounts accounts;

    ProviderLogInController(LogInProvider provider, ProviderAccounts accounts) {
        this.provider = provider;
        this.accounts = accounts;
    }

    @PostMapping(ProviderLogIns.BEGIN_PATH)
    ProviderLogIns.Begun begin(@RequestBody ProviderLogIns.Begin wanted) {
        String then = wanted.then();
        return provider.begin(then != null && PAGE.matcher(then).matches() ? then : "/");
    }

    @PostMapping(ProviderLogIns.FINISH_PATH)
    ResponseEntity<ProviderLogIns.Finished> finish(@RequestBody ProviderLogIns.Finish returned) {
        return switch (provider.finish(returned)) {
            case Answer.Person person -> {
                SignedToken token = accounts.logIn(person);
                yield ResponseEntity.ok(new ProviderLogIns.Finished(token.value(), token.expiresAt(), person.then()));
            }
            case Answer.Refused() -> {
                SecurityLog.write(Event.LOG_IN_REFUSED, 0, "");
                yield Problems.answer(Problems.of(ProblemType.LOG_IN_NOT_CONFIRMED));
            }
        };
    }
}
