package io.flashsale.system.architecture;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.project.ComposeTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
        Map<String, Integer> declarations = declarations();
        assertThat(declarations).hasSizeGreaterThan(1_000);
        declarations.values().removeIf(count -> count == 1);
        assertThat(ONE_MEANING).containsAll(declarations.keySet());
    }

    private static Map<String, Integer> declarations() throws IOException {
        List<Path> sources = ComposeTests.modules()
                .map(module -> ROOT.resolve(module).resolve("src"))
                .filter(Files::isDirectory)
                .toList();
        Map<String, Integer> declarations = new TreeMap<>();
        for (Path source : sources) {
            try (Stream<Path> files = Files.walk(source)) {
                files.map(file -> file.getFileName().toString())
                        .filter(file -> file.endsWith(".java") && !file.equals("package-info.java"))
                        .forEach(file -> declarations.merge(file.replace(".java", ""), 1, Integer::sum));
            }
        }
        return declarations;
    }
}
