package io.flashsale.locklab.path.order;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.client.RedisScript;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;

/**
 * Redis checks and remembers the user in one script. The request that passes may insert.
 *
 * <p>Guarantees: of any number of requests one passes, and the others never reach the database. Does not: survive
 * the loss of Redis' memory, nor remove the user again if the insert fails. The unique key is still needed.
 */
final class LuaOrder implements OrderScheme {

    private static final RedisScript ADMIT = RedisScript.named("path/admit");

    private final Redis redis;
    private final OrderTable orders;

    LuaOrder(Redis redis, OrderTable orders) {
        this.redis = redis;
        this.orders = orders;
    }

    @Override
    public Outcome order(String item, String user) {
        boolean admitted = ADMIT.run(redis, List.of("buyers:" + item), user).number() == 1;
        return admitted ? orders.insert(item, user) : Outcome.REFUSED;
    }
}
