package io.flashsale.devstack.launcher;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.SecretFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Shoppers who buy a sale out, so that alice and bob find it sold out. */
final class DemoShoppers {

    private final Api api;
    private final ProcessDirectory home;

    DemoShoppers(Api api, ProcessDirectory home) {
        this.api = api;
        this.home = home;
    }

    /** As many shoppers as there are units buy and pay one each; unpaid orders would be closed and the sale reopen. */
    void buyOut(String saleId, int units) {
        for (int number = 1; number <= units; number++) {
            String token = account("demo-shopper-" + number);
            Purchase purchase = new Purchase(api, token);
            String orderId = purchase.reserve(saleId);
            purchase.awaitStatus(orderId, "AWAITING_PAYMENT");
            purchase.pay(orderId);
        }
    }

    private String account(String name) {
        String password = password();
        api.post("/api/accounts", Map.of("username", name, "password", password), null)
                .require(201, 409);
        return api.login(name, password);
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
