package io.flashsale.devstack.system;

import io.flashsale.client.ShopClient;
import io.flashsale.devstack.process.Ports;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

class StubShopTests implements ShopContract {

    private final int port = Ports.free();

    @AutoClose
    private final ShopClient shop = new ShopClient(URI.create("http://127.0.0.1:" + port), LONG, LONG);

    @BeforeEach
    void serve() throws IOException {
        StubShop.serve(port);
    }

    @Override
    public ShopClient shop() {
        return shop;
    }
}
