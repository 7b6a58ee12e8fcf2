package io.flashsale.order.webpush;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.security.Shopper;
import io.flashsale.commons.signature.Hashes;
import io.flashsale.contracts.problem.ProblemType;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.security.GeneralSecurityException;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Takes the subscriptions of browsers. There is no call to end one: the browser does that with its push service, which
 * tells us at the next push.
 */
@RestController
@RequestMapping("/api/push")
class WebPushController {

    private static final int MAX_PER_SHOPPER = 5;

    private final PushMapper rows;
    private final PushKey key;
    private final PushServices services;
    private final TransactionTemplate transaction;

    WebPushController(PushMapper rows, PushKey key, PushServices services, TransactionTemplate transaction) {
        this.rows = rows;
        this.key = key;
        this.services = services;
        this.transaction = transaction;
    }

    /** @param publicKey an uncompressed point of P-256, Base64url */
    record PushServerKey(String publicKey) {}

    record NewSubscription(
            @NotNull @Pattern(regexp = "[!-~]{1,1000}") String endpoint,

            @NotNull @Size(max = 100) String p256dh,
            @NotNull @Size(max = 50) String auth) {

        PushSubscription subscription() {
            return new PushSubscription(endpoint, p256dh, auth);
        }
    }

    @ApiCall(value = "The key for which a browser subscribes to pushes", refusals = ProblemType.NOT_FOUND)
    @GetMapping("/key")
    PushServerKey key() {
        return new PushServerKey(key.publicKey().orElseThrow(WebPushController::off));
    }

    private static ProblemException off() {
        return new ProblemException(ProblemType.NOT_FOUND, "This shop pushes nothing.");
    }

    @ApiCall(
            value = "Push my messages to this browser, too; may be repeated",
            status = 204,
            refusals = {ProblemType.NOT_FOUND, ProblemType.INVALID_REQUEST})
    @PostMapping("/subscriptions")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void subscribe(Shopper shopper, @Valid @RequestBody NewSubscription wanted) {
        if (key.publicKey().isEmpty()) {
            throw off();
        }
        PushSubscription subscription = wanted.subscription();
        requireUsable(subscription);
        String hash = Hashes.sha256Hex(subscription.endpoint().getBytes(UTF_8));
        transaction.executeWithoutResult(status -> {
            rows.subscribe(shopper.id(), hash, subscription);
            rows.deleteOldest(shopper.id(), MAX_PER_SHOPPER);
        });
    }

    private void requireUsable(PushSubscription subscription) {
        try {
            if (services.allow(subscription.address())) {
                subscription.key();
                subscription.secret();
                return;
            }
        } catch (GeneralSecurityException | IllegalArgumentException malformed) {
            throw new ProblemException(ProblemType.INVALID_REQUEST, "This is no subscription of a browser.");
        }
        throw new ProblemException(ProblemType.INVALID_REQUEST, "The shop pushes to the known push services only.");
    }
}
