package io.flashsale.order.provider;

import io.flashsale.commons.MissingSettingException;
import java.util.Currency;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * The currency of all prices. The first start of a shop notes it, and a start with another one fails: prices, charges
 * and coupons are stored as numbers of cents, and would be worth something else.
 */
@Component
public class ShopCurrency implements SmartInitializingSingleton {

    private final Currency currency;
    private final ShopCurrencyMapper rows;

    ShopCurrency(@Value("${flashsale.shop.currency:CNY}") Currency currency, ShopCurrencyMapper rows) {
        this.currency = currency;
        this.rows = rows;
    }

    @Override
    public void afterSingletonsInstantiated() {
        rows.noteFirst(code());
        String noted = rows.noted();
        if (!noted.equals(code())) {
            throw new MissingSettingException(
                    "The prices of this shop are in " + noted + ", and flashsale.shop.currency is " + code() + ".",
                    "Set it to " + noted + " (environment variable FLASHSALE_SHOP_CURRENCY), here and at the gateway;"
                            + " docs/configuration.md says what changing it means.");
        }
    }

    public String code() {
        return currency.getCurrencyCode();
    }

    public Money of(long cents) {
        return new Money(cents, currency);
    }
}
