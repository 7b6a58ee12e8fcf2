package io.flashsale.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The campaign's table in docs/reliability.md matches its file. */
class ReliabilityTableTests {

    private static final Path DOCS = ProjectRoot.find().resolve("docs");

    @ParameterizedTest
    @ValueSource(strings = {"reliability.md", "reliability.zh-CN.md"})
    void isTheSummaryOfAllRounds(String page) throws IOException {
        List<String> table = Files.readAllLines(DOCS.resolve(page)).stream()
                .dropWhile(line -> !line.contains("(reliability-rounds.csv)"))
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(table.subList(2, table.size()))
                .as("./chaos --summary=docs/reliability-rounds.csv, without the header")
                .isEqualTo(Summary.lines(CampaignFile.read(DOCS.resolve("reliability-rounds.csv"))));
    }
}
