package io.flashsale.devstack.server.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.DevStackBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MySqlServerIT {

    @Test
    @Tag("long")
    void keepsCommittedRowsOverKillAndPortAndPasswordOverRestart() throws Exception {
        Optional<String> missing = MySqlServer.missing();
        assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
        DevStackBuilder builder = DevStack.in(Scratch.directory("mysql")).mySql();

        int port;
        String password;
        try (DevStack stack = builder.start()) {
            SqlRoundTrip.keepsCommittedRowsOverKill(stack.database());
            SqlRoundTrip.refusesForeignSchemas(stack.database());
            port = stack.database().port();
            password = stack.database().password();
        }
        try (DevStack again = builder.start()) {
            assertThat(again.database().port()).isEqualTo(port);
            assertThat(again.database().password()).isEqualTo(password);
        }
        Scratch.directory("mysql");
    }
}
