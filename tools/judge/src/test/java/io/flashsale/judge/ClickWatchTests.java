package io.flashsale.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.judge.ClickWatch.ClickEvent;
import io.flashsale.loadtest.CannotMeasureException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClickWatchTests {

    @TempDir
    private Path folder;

    @Test
    void actsInTheOrderOfTheClicksAndOnlyAsFarAsTheyGo() throws Exception {
        Path results = folder.resolve("results.jtl");
        List<String> happened = Collections.synchronizedList(new ArrayList<>());
        ClickWatch watch = new ClickWatch(
                results,
                List.of(
                        new ClickEvent(9, () -> happened.add("never")),
                        new ClickEvent(3, () -> happened.add("second")),
                        new ClickEvent(1, () -> happened.add("first"))));
        Files.writeString(results, "header\n1\n2\n3\n");
        watch.close();

        assertThat(happened).containsExactly("first", "second");
        assertThat(watch.done()).isEqualTo(2);
    }

    @Test
    void passesOnWhatWentWrong() {
        ClickWatch watch = new ClickWatch(folder.resolve("none"), List.of(new ClickEvent(-1, () -> {
            throw new CannotMeasureException("it does not return");
        })));

        assertThatThrownBy(watch::close).hasMessage("it does not return");
    }
}
