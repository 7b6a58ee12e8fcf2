package io.flashsale.coupon.wallet;

import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.security.Shopper;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.coupon.discount.Discount;
import io.flashsale.coupon.wallet.Wallet.Purchase;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class WalletController {

    private final Wallet wallet;

    WalletController(Wallet wallet) {
        this.wallet = wallet;
    }

    @ApiCall(
            value = "My coupons; with saleId and priceCents also what each would take off, the best first",
            refusals = ProblemType.INVALID_REQUEST)
    @GetMapping("/api/coupons/mine")
    List<MyCoupon> mine(
            Shopper shopper,
            @RequestParam(required = false) @Nullable Long saleId,
            @RequestParam(required = false) @Nullable Long priceCents) {
        if (saleId == null && priceCents == null) {
            return wallet.of(shopper.id());
        }
        if (saleId == null || priceCents == null || priceCents < 0 || priceCents > Discount.MAX_PRICE_CENTS) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST,
                    "saleId and priceCents go together, priceCents is 0 to " + Discount.MAX_PRICE_CENTS + ".");
        }
        return wallet.quotedFor(shopper.id(), new Purchase(saleId, priceCents));
    }
}
