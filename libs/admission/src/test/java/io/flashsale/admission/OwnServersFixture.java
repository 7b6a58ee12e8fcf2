package io.flashsale.admission;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.server.redis.RedisServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** For tests that pause, stop or set up Redis: each has servers of its own. */
abstract class OwnServersFixture {

    private final ProcessDirectory home = new ProcessDirectory(Path.of(
            "target", getClass().getSimpleName() + "-" + ProcessHandle.current().pid()));

    @SuppressWarnings("NullAway.Init") // each test connects it before it begins
    protected RedisFixture redis;

    @BeforeEach
    void claimHome() {
        home.claim(ProcessIdentity.current());
    }

    protected RedisServer started(String name) {
        RedisServer server = RedisServer.further(name, home, Map.of());
        server.start();
        return server;
    }

    @AfterEach
    void end() {
        redis.redis.shutdown();
        home.endAll();
        home.release();
    }
}
