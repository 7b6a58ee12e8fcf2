package io.flashsale.order.provider;

import io.flashsale.commons.openapi.ApiCall;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells the payment page what the provider offers. */
@RestController
class PaymentMethodsController {

    private final PaymentProvider provider;
    private final ShopCurrency currency;

    PaymentMethodsController(PaymentProvider provider, ShopCurrency currency) {
        this.provider = provider;
        this.currency = currency;
    }

    /**
     * @param methods the ways of paying besides the usual one, by name
     * @param mock whether the provider takes no money
     * @param currency in which it charges
     */
    record PaymentMethods(List<String> methods, boolean mock, String currency) {}

    @ApiCall("How a shopper may pay")
    @GetMapping("/api/payments/methods")
    PaymentMethods offered() {
        return new PaymentMethods(provider.methods().stream().sorted().toList(), provider.isMock(), currency.code());
    }
}
