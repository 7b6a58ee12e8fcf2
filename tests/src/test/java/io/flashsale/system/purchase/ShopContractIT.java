package io.flashsale.system.purchase;

import io.flashsale.client.ShopClient;
import io.flashsale.devstack.system.ShopContract;
import io.flashsale.system.harness.RunningSystem;
import java.net.URI;
import org.junit.jupiter.api.AutoClose;

/** What the stub of the shop in devstack's tests promises, on the real services. */
class ShopContractIT implements ShopContract {

    @AutoClose
    private final ShopClient shop =
            new ShopClient(URI.create(RunningSystem.get().services.gatewayUrl()), LONG, LONG);

    @Override
    public ShopClient shop() {
        return shop;
    }
}
