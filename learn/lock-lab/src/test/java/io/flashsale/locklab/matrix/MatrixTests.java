package io.flashsale.locklab.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.asked.Questions;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Expectation;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.scenario.Failure;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The committed matrix covers each scheme and each property, with runnable scenarios and answers that fit them. */
class MatrixTests {

    private static final Matrix MATRIX = new MatrixFile(Path.of("../..")).read();

    static Stream<Matrix.Row> rows() {
        return MATRIX.schemes().stream();
    }

    @Test
    void namesEveryScheme() {
        assertThat(MATRIX.schemes().stream().map(Matrix.Row::id))
                .containsExactlyElementsOf(
                        CaseCatalogue.all().stream().map(Case::id).toList());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void saysWhenAndWhereItWasRecorded(Matrix.Row row) {
        assertThat(row.recorded().at()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(row.recorded().commit()).matches("[0-9a-f]{7,40}");
        assertThat(row.recorded().machine()).isNotBlank();
    }

    /** Fails for a new scenario that was not run for the matrix: run learn/lock-lab/update-matrix and the case. */
    @ParameterizedTest
    @MethodSource("rows")
    void hasRunWhateverAnswers(Matrix.Row row) {
        Case scheme = CaseCatalogue.find(row.id()).orElseThrow();
        assertThat(row.cells().keySet()).containsExactlyElementsOf(MATRIX.properties());
        for (Property property : Property.values()) {
            Matrix.Cell cell = row.cell(property);
            List<String> evidence =
                    property.evidence(scheme).stream().map(Scenario::id).toList();
            List<String> run = cell.runs().stream().map(Matrix.Run::scenario).toList();
            boolean isWithoutALine =
                    evidence.equals(List.of(Questions.IN_LINE)) && run.equals(List.of(Questions.MEETS));
            if (property.isMeasured()) {
                assertThat(evidence).as("%s %s", row.id(), property).containsAll(run);
            } else if (!isWithoutALine) {
                assertThat(run).as("%s %s", row.id(), property).isEqualTo(evidence);
            }
            assertThat(cell.answer())
                    .isEqualTo(
                            run.isEmpty()
                                    ? "not-asked"
                                    : Matrix.Cell.of(cell.runs()).answer());
        }
    }

    /** Detects a cell that was typed in: scenarios that should fail must have failed, and the others held. */
    @ParameterizedTest
    @MethodSource("rows")
    void answersAsTheScenariosState(Matrix.Row row) {
        Case scheme = CaseCatalogue.find(row.id()).orElseThrow();
        row.cells()
                .forEach((property, cell) -> cell.runs().forEach(run -> {
                    Scenario scenario = scheme.scenario(run.scenario()).orElseThrow();
                    List<String> findings = run.findings() == null ? List.of() : run.findings();
                    assertThat(Stream.of(Failure.values()).map(Failure::slug)).containsAll(findings);
                    if (!run.answer().equals("measured") && scenario.expected() == Expectation.FAILS) {
                        assertThat(run.answer())
                                .as("%s/%s", row.id(), scenario.id())
                                .isEqualTo("no");
                    }
                    if (!run.answer().equals("measured") && scenario.expected() == Expectation.HOLDS) {
                        assertThat(run.answer())
                                .as("%s/%s", row.id(), scenario.id())
                                .isIn("yes", "refused");
                    }
                }));
    }

    @Test
    void leavesOutWhatNobodyWasAsked() {
        assertThat(MATRIX.schemes())
                .flatMap(row -> row.cells().values())
                .filteredOn(cell -> cell.runs().isEmpty())
                .allSatisfy(cell -> assertThat(cell.why()).isNotBlank());
    }

    @Test
    void asksNothingTwice() {
        for (Case scheme : CaseCatalogue.all()) {
            assertThat(Stream.concat(scheme.scenarios().stream(), scheme.asked().stream())
                            .map(Scenario::id))
                    .as(scheme.id())
                    .doesNotHaveDuplicates();
            assertThat(scheme.asked()).allMatch(scenario -> scenario.expected() == Expectation.ASKED);
        }
    }
}
