package io.flashsale.devstack.launcher.seed;

import io.flashsale.client.Answer;
import io.flashsale.client.Reply;
import io.flashsale.client.ShopClient;
import io.flashsale.client.account.Account;
import io.flashsale.client.order.OrderStatus;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.SecretFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Shoppers who buy a sale out, so that alice and bob find it sold out. */
final class DemoShoppers {

    private final ShopClient shop;
    private final ProcessDirectory home;

    DemoShoppers(ShopClient shop, ProcessDirectory home) {
        this.shop = shop;
        this.home = home;
    }

    /** Buys and pays every unit, one per shopper. Unpaid orders would be closed and reopen the sale. */
    void buyOut(long saleId, int units) {
        for (int number = 1; number <= units; number++) {
            PurchaseFlow purchase = new PurchaseFlow(shop.shopper(token("demo-shopper-" + number)));
            long orderId = purchase.reserve(saleId);
            purchase.awaitStatus(orderId, OrderStatus.AWAITING_PAYMENT);
            purchase.pay(orderId);
        }
    }

    /** The token of an account, which is made if it does not exist. */
    private String token(String name) {
        String password = password();
        Reply<Account> account = shop.signUp(name, password);
        boolean known = account instanceof Reply.Refusal<Account>(Answer answer)
                && answer.problem().equals("username-taken");
        if (!known) {
            account.orThrow();
        }
        return shop.logIn(name, password).orThrow().token();
    }

    private String password() {
        Path file = home.path().resolve("demo-shoppers.secret");
        try {
            if (!Files.exists(file)) {
                SecretFile.write(file, SecretFile.randomSecret());
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
