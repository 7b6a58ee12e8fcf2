package io.flashsale.stock;

import io.flashsale.commons.testing.ServiceOverHttp;
import io.flashsale.devstack.server.sql.SqlDatabase;
import io.flashsale.devstack.system.DevStack;
import java.nio.file.Path;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The whole service on real servers of its own, spoken to over HTTP. One for all ITs of this module. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "flashsale.reconciliation.interval=1h",
            "flashsale.entry.secret=a-secret-of-tests",
            "flashsale.entry.risk.accounts-of-network=3",
            "flashsale.entry.risk.unpaid-limit=20" // all these tests have the same few shoppers
        })
public abstract class StockServiceFixture extends ServiceOverHttp {

    /**
     * Own servers, because these tests wipe them and because Kafka's topics have fixed names; in a folder of this run's
     * own, because a queue that an earlier run left would be placed into this run's database.
     */
    protected static final DevStack STACK = DevStack.in(
                    Path.of("target/stack-" + ProcessHandle.current().pid()))
            .mariaDb()
            .redis()
            .kafka()
            .start();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(STACK::close));
    }

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        SqlDatabase database = STACK.database().freshSchema("stock");
        properties.add("spring.datasource.url", database::jdbcUrl);
        properties.add("spring.datasource.username", database::user);
        properties.add("spring.datasource.password", database::password);
        properties.add("spring.data.redis.host", STACK.redis()::host);
        properties.add("spring.data.redis.port", STACK.redis()::port);
        properties.add("spring.kafka.bootstrap-servers", STACK.kafka()::bootstrapServers);
    }

    protected Answer reserve(long sale, long user) {
        return call("POST", "/api/sales/" + sale + "/reservations", shopper(user), "");
    }

    /** A sale that is open for an hour. */
    protected long openSale(long units) {
        Answer created = call("POST", "/api/admin/sales", admin(), """
                {"title": "A sale", "priceCents": 100, "listPriceCents": 200, "initialStock": %d}
                """.formatted(units));
        if (created.status() != 201) {
            throw new AssertionError("not created: " + created.raw().body());
        }
        return Long.parseLong(created.body().path("id").asString());
    }
}
