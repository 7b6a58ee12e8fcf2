package io.flashsale.system.architecture;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.project.ComposeTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The name of a top-level type means one thing in the whole repository. */
class TypeNamesTests {

    /** These mean the same thing wherever they are declared, in modules that share no code. */
    private static final Set<String> ONE_MEANING = Set.of("""
            Account AdminChangeController AdminChangeIT CampaignState Challenge CouponTemplate Discount EntryMode
            Order OrderStatus Product Sale StockRow StockServiceProperties""".split("\\s+"));

    @Test
    void shouldGiveEachNameToOneTypeOnly() throws IOException {
        Set<String> names = new HashSet<>();
        Set<String> usedAgain = new HashSet<>();
        for (String module : ComposeTests.modules().toList()) {
            Path sources = ROOT.resolve(module).resolve("src");
            if (Files.isDirectory(sources)) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.map(file -> file.getFileName().toString())
                            .filter(file -> file.endsWith(".java") && !file.equals("package-info.java"))
                            .map(file -> file.replace(".java", ""))
                            .filter(name -> !names.add(name))
                            .forEach(usedAgain::add);
                }
            }
        }
        assertThat(names).hasSizeGreaterThan(1_000);
        assertThat(ONE_MEANING).containsAll(usedAgain);
    }
}
