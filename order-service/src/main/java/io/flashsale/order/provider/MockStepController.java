package io.flashsale.order.provider;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.contracts.problem.ProblemType;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * For the mock's page on which a shopper confirms a charge. The page belongs to the provider, so it knows no sessions of
 * the shop: the step in its address is the permission. It tells nobody; the shop asks again, or finds the charge.
 */
@RestController
@RequestMapping("/api/mock-provider/steps/{step}")
@ConditionalOnProperty(name = "flashsale.payment.provider", havingValue = "mock")
class MockStepController {

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");

    private final MockProviderMapper records;
    private final Clock clock = Clock.systemUTC();

    MockStepController(MockProviderMapper records, ObjectProvider<MockProviderDatabase> itsOwn) {
        this.records = MockProviderDatabase.recordsIn(itsOwn, records);
    }

    @ApiCall(value = "For the page of the mock provider: a charge to confirm", refusals = ProblemType.NOT_FOUND)
    @GetMapping
    MockStep find(@PathVariable String step) {
        return Optional.of(step)
                .filter(FORM.asMatchPredicate())
                .flatMap(records::findStep)
                .orElseThrow(() -> new ProblemException(ProblemType.NOT_FOUND, "There is no such step."));
    }

    @ApiCall(value = "Confirm it, unless it was refused; may be repeated", refusals = ProblemType.NOT_FOUND)
    @PostMapping("/confirmation")
    MockStep confirm(@PathVariable String step) {
        find(step);
        try {
            records.confirm(step, clock.instant().truncatedTo(ChronoUnit.MILLIS));
        } catch (DuplicateKeyException chargedBefore) {
            // which is what the answer says
        }
        return find(step);
    }

    @ApiCall(value = "Refuse it, unless it was confirmed; may be repeated", refusals = ProblemType.NOT_FOUND)
    @PostMapping("/refusal")
    MockStep refuse(@PathVariable String step) {
        find(step);
        records.refuse(step);
        return find(step);
    }
}
