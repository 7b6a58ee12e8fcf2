package io.flashsale.devstack.server.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flashsale.devstack.process.Ports;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.process.SecretFile;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.server.Binaries;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** MariaDB on a machine on which that of the build does not run. */
class MariaDbServerIT {

    private final ProcessDirectory home = new ProcessDirectory(Scratch.directory("mariadb"));

    @BeforeEach
    void claim() {
        home.claim(ProcessIdentity.current());
    }

    @AfterEach
    void release() {
        home.release();
    }

    private MariaDbServer server(Optional<Path> program) {
        return new MariaDbServer("mariadb", home, Ports.free(), SecretFile.randomSecret(), program);
    }

    @Test
    @Tag("long")
    void isTheInstalledOneAndSaysSo() throws Exception {
        Optional<Path> installed = Binaries.installed("mariadbd");
        assumeTrue(installed.isPresent(), "MariaDB is not installed: see docs/running.md");
        try (MariaDbServer server = server(installed)) {
            server.start();
            SqlRoundTrip.keepsCommittedRowsOverKill(server);
            SqlRoundTrip.refusesForeignSchemas(server);
            assertThat(server.remark()).isEqualTo("is " + installed.orElseThrow());
        }
    }

    @Test
    void saysWhatToInstallIfThereIsNone() {
        assertThatThrownBy(() -> server(Optional.empty()).start())
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContainingAll("apt-get install", "brew install", "FLASHSALE_DB_HOST");
    }
}
