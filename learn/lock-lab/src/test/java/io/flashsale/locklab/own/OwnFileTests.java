package io.flashsale.locklab.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks of contributed files that do not run them. */
class OwnFileTests {

    private static final Path MY_LOCKS = Path.of("my-locks");

    private static final String GOOD = """
            import io.flashsale.locklab.scheme.*;
            import java.time.Duration;
            public class Mine implements LockScheme {
                public boolean whileHolding(String name, Duration timeout, Work work) { return false; }
            }
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "MyLock, true, false",
        "cures/TokenLock, true, false",
        "hunt/LostWakeUp, true, false",
        "hunt/BurnedFlag, false, true",
        "hunt/SwallowedException, false, true",
        "hunt/TwoSteps, true, false",
        "hunt/UnlockBeforeCommit, false, true",
        "hunt/LowLock, true, false",
        "cures/KeptWakeUp, true, false",
        "cures/FlagInTransaction, false, true",
        "cures/CountedInRedis, true, false",
        "cures/NodeQueue, true, false",
        "cures/RowLocks, false, true"
    })
    void knowsWhatTheFilesOfTheRepositoryAre(String name, boolean lock, boolean database) {
        OwnScheme scheme = OwnFile.compile(MY_LOCKS.resolve(name + ".java"));
        assertThat(scheme.isLock()).isEqualTo(lock);
        assertThat(scheme.usesDatabase()).isEqualTo(database);
        OwnClasses sent = OwnClasses.parse(String.valueOf(scheme.settings().get(OwnScheme.CLASSES)));
        assertThat(sent.load(scheme.type().getName()).getName())
                .isEqualTo(scheme.type().getName());
    }

    @Test
    void takesAClassBeforeOneOfTheSameNameThatTheLabHas() {
        OwnScheme scheme = OwnFile.compile(Path.of("src/main/java/io/flashsale/locklab/redis/SetNxExLock.java"));
        assertThat(scheme.type().getName()).isEqualTo("io.flashsale.locklab.redis.SetNxExLock");
        assertThat(scheme.type().getClassLoader()).isNotEqualTo(getClass().getClassLoader());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "return false; | return maybe; | :4: cannot find symbol",
                "implements LockScheme | implements Runnable, LockScheme | :3: Mine is not abstract and does not override",
                "implements LockScheme | '' | Mine implements neither LockScheme nor Purchase",
                "public class | class | Mine is not public",
                "{| {private Mine() {} | Mine needs one public constructor",
                "{| {public Mine(String name) {} | Mine needs one public constructor, with no parameters but Redis, Database",
                "public class Mine | class Yours | the file has no class Mine"
            })
    void saysInOneLineWhatCannotBeJudged(String good, String bad, String why) throws IOException {
        Path file = Files.writeString(
                folder.resolve("Mine.java"), GOOD.replaceFirst("\\Q" + good.strip() + "\\E", bad.strip()));
        assertThatThrownBy(() -> OwnFile.compile(file))
                .isInstanceOf(OwnFileException.class)
                .hasMessageContaining(why)
                .hasMessageStartingWith(why.startsWith(":") ? file + why : "")
                .message()
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"my-locks/Nothing.java", "my-locks", "pom.xml"})
    void saysThatThereIsNoSuchFile(String path) {
        assertThatThrownBy(() -> OwnFile.compile(Path.of(path)))
                .isInstanceOf(OwnFileException.class)
                .hasMessageContaining(path);
    }
}
