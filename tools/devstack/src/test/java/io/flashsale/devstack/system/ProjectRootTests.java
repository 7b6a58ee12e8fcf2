package io.flashsale.devstack.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectRootTests {

    @TempDir
    private Path root;

    /** The bench runs old revisions, in which some of our services were no modules yet. */
    @Test
    void shouldKnowTheFolderOfEveryModuleAndOfOneThatTheRevisionDoesNotHave() throws Exception {
        Files.writeString(root.resolve("pom.xml"), "<module>tools/cli</module>\n<module>lab</module>\n");
        assertThat(ProjectRoot.module(root, "cli")).isEqualTo(root.resolve("tools/cli"));
        assertThat(ProjectRoot.module(root, "lab")).isEqualTo(root.resolve("lab"));
        assertThat(ServiceName.CONTROL_ROOM.jar(root)).doesNotExist();
    }
}
