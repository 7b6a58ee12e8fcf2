package io.flashsale.simulation.script;

import io.flashsale.simulation.redis.CommandReply;
import io.flashsale.simulation.redis.EmbeddedLua;
import io.flashsale.simulation.redis.RedisModel;
import io.flashsale.simulation.redis.RedisModel.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Runs sequences on the model of Redis. */
final class ModelServer implements Step.Server {

    private final EmbeddedLua lua;
    private final Scripts scripts;
    private long now = ReferenceState.BEGINNING;
    final RedisModel redis;

    ModelServer(EmbeddedLua lua, Scripts scripts) {
        this(lua, scripts, Identity.master(1, 1));
    }

    ModelServer(EmbeddedLua lua, Scripts scripts, Identity identity) {
        this.lua = lua;
        this.scripts = scripts;
        this.redis = new RedisModel(() -> now, identity);
    }

    @Override
    public CommandReply run(Step.Call call) {
        return lua.run(scripts.text(call.script()), redis, call.keys(), call.arguments());
    }

    @Override
    public void pass(long millis) {
        redis.removeExpired();
        now += millis;
    }

    @Override
    public void become(UnaryOperator<Identity> after) {
        redis.become(after.apply(redis.identity()));
    }

    @Override
    public void wipe() {
        redis.wipe();
    }

    @Override
    public void lose(String key) {
        if (redis.identity().isMaster()) {
            redis.call("DEL", key);
        }
    }

    @Override
    public void put(String hash, String field, String value) {
        if (redis.identity().isMaster()) {
            redis.call("HSET", hash, field, value);
        }
    }

    @Override
    public void addEntry(String stream, List<String> fields) {
        List<String> arguments = new ArrayList<>(List.of(stream, "*"));
        arguments.addAll(fields);
        if (redis.identity().isMaster()) {
            redis.call("XADD", arguments.toArray(String[]::new));
        }
    }
}
