package io.flashsale.loadtest.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.loadtest.CannotMeasureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JtlTests {

    private static final String HEADER =
            "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,userId,orderId,problem\n";

    @TempDir
    private Path folder;

    private Jtl read(String text) throws IOException {
        Path file = folder.resolve("results.jtl");
        Files.writeString(file, text);
        return Jtl.read(file);
    }

    @Test
    void readsWhatJMeterWrites() throws IOException {
        Jtl jtl = read(HEADER + "1700,12,reserve,202,Accepted,true,,7,99,\n");
        assertThat(jtl.unreadable()).isZero();
        assertThat(jtl.samples())
                .containsExactly(new Sample(1700, 12, "reserve", "202", true, "", "7", "99", "", "", "", ""));
        assertThat(jtl.samples().getFirst().end()).isEqualTo(1712);
    }

    @Test
    void readsWhatAWaitingRoomTells() throws IOException {
        Jtl jtl = read(HEADER.strip()
                + ",number,place\n1700,12,place,200,OK,true,,7,,,15,3\n1,2,reserve,202,,true,,null,9,null,,null\n");
        assertThat(jtl.samples().getFirst().number()).isEqualTo("15");
        assertThat(jtl.samples().getFirst().place()).isEqualTo("3");
        Sample without = jtl.samples().getLast();
        assertThat(List.of(without.place(), without.userId(), without.problem()))
                .as("variables that were never set")
                .containsOnly("");
    }

    @Test
    void readsQuotedFieldsWithCommasQuotesAndLineEnds() throws IOException {
        Jtl jtl = read(
                HEADER + "1,2,reserve,500,\"a, b\",false,\"the \"\"body\"\"\nis odd\",7,,\n1,2,list,200,OK,true,,,,\n");
        assertThat(jtl.samples()).hasSize(2);
        assertThat(jtl.samples().getFirst().failure()).isEqualTo("the \"body\"\nis odd");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,2,reserve,202,Accepted,true,,8,10",
                "1,2,reserve,202,Accepted,true,,8,10,", // the last field may be cut
                "1,2,reserve,500,x,false,\"asserted,\nnoth"
            })
    void leavesOutALastLineWithoutItsEndAndCountsIt(String cut) throws IOException {
        Jtl jtl = read(HEADER + "1,2,reserve,202,Accepted,true,,7,99,\n" + cut);
        assertThat(jtl.samples()).extracting(Sample::orderId).containsExactly("99");
        assertThat(jtl.unreadable()).isEqualTo(1);
    }

    @Test
    void readsOnAfterLinesThatDoNotFit() throws IOException {
        Jtl jtl = read(
                HEADER + "\n1,\"2\"x,3\nx,2,reserve,202,Accepted,true,,7,98,\n1,2,reserve,202,Accepted,true,,7,99,\n");
        assertThat(jtl.samples()).extracting(Sample::orderId).containsExactly("99");
        assertThat(jtl.unreadable()).isEqualTo(3);
    }

    @Test
    void refusesAFileThatIsMissingOrAnotherOne() {
        assertThatThrownBy(() -> Jtl.read(folder.resolve("nothing.jtl")))
                .isInstanceOf(CannotMeasureException.class)
                .hasMessageContaining("wrote no results");
        assertThatThrownBy(() -> read("timeStamp,elapsed\n1,2\n"))
                .isInstanceOf(CannotMeasureException.class)
                .hasMessageContaining("no result file of ours");
        assertThatThrownBy(() -> read(""))
                .isInstanceOf(CannotMeasureException.class)
                .hasMessageContaining("no result file of ours");
    }
}
