package io.flashsale.system.purchase;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.purchase.BotsTable.Row;
import io.flashsale.system.purchase.BotsTable.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The printed measurement can be put into the documents unchanged. */
class BotsTableTests {

    @ParameterizedTest
    @CsvSource({"ENGLISH, docs/bots.md", "CHINESE, docs/bots.zh-CN.md"})
    void shouldBeTheTableOfTheDocument(BotsTable table, String document) throws IOException {
        String text = Files.readString(Path.of("..", document));
        assertThat(text).contains(table.heading());
        List<String> rows = text.substring(
                        text.indexOf(table.heading()) + table.heading().length())
                .lines()
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        List<Scenario> scenarios = BotsIT.scenarios().toList();
        assertThat(rows).hasSameSizeAs(scenarios);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.get(i)).startsWith(table.beginning(scenarios.get(i)));
        }
    }

    @Test
    void shouldSayWhoGotWhat() {
        Row row = new Row(
                Scenario.of("OPEN"), 1_400, 12_600, 38, 162, Map.of("already-purchased", 3_240L, "sold-out", 9_198L));
        assertThat(BotsTable.ENGLISH.row(row))
                .isEqualTo("| `OPEN` | not asked for | 90.0 % | 38 | 162 | **81.0 %** | `sold-out` 9,198,"
                        + " `already-purchased` 3,240 |");
        assertThat(BotsTable.CHINESE.row(row))
                .isEqualTo(
                        "| `OPEN` | 不要求 | 90.0 % | 38 | 162 | **81.0 %** | `sold-out` 9,198，`already-purchased` 3,240 |");
    }
}
