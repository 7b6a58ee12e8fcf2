package io.flashsale.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.checker.History;
import io.flashsale.chaos.checker.Operation;
import io.flashsale.chaos.checker.OperationOutcome;
import io.flashsale.chaos.checker.Violation;
import io.flashsale.chaos.nemesis.InjectedFault;
import io.flashsale.chaos.nemesis.PlannedFault;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChaosReportTests {

    private static final PlannedFault PAUSE = new PlannedFault(PlannedFault.Kind.PAUSE, "kafka", 3_000, 4_000, 0);

    /** A round with one refused and one undecided operation beside the accepted ones. */
    static RoundResult round(int number, int accepted, Violation... violations) {
        History history = new History();
        for (int user = 1; user <= accepted; user++) {
            history.add(new Operation(user, Operation.Kind.RESERVE, 7, 0, 100, 900, new OperationOutcome.Ok(10)));
        }
        history.add(new Operation(
                2, Operation.Kind.RESERVE, 7, 0, 3_100, 9_100, new OperationOutcome.Undecided("504 <slow>")));
        history.add(
                new Operation(3, Operation.Kind.RESERVE, 7, 0, 300, 400, new OperationOutcome.Refused("sold-out", 0)));
        return new RoundResult(
                number,
                List.of(
                        new InjectedFault(PAUSE, 3_001, 7_005, ""),
                        new InjectedFault(PAUSE, 8_000, 8_001, "not done: it is gone")),
                history,
                List.of(violations),
                1_500,
                violations.length == 0 ? 2_540 : -1,
                "./chaos --seed=7 --from-round=" + number);
    }

    @Test
    void showsFaultsAndAnswersOnOneTimeAxis(@TempDir Path folder) {
        ChaosReport report = ChaosReport.in(folder, folder.resolve("new"), Map.of("seed", "7"));
        report.write(List.of(round(1, 1)));
        assertThat(report.page())
                .content()
                .contains(
                        "HOLDS: nothing lost, doubled, leaked or paid twice in 1 rounds, 1 faults",
                        "<rect class=\"shade\"",
                        "kafka hangs (SIGSTOP) from 3.0 s on for 4.0 s",
                        "ok from 0.0 s: 1",
                        "refused from 0.0 s: 1",
                        "undecided from 9.0 s: 1",
                        "./chaos --seed=7 --from-round=1")
                .doesNotContain("BROKEN");
        assertThat(folder.resolve("new/history-1.csv")).content().isEqualTo("""
                        begin,end,user,kind,target,amount,outcome
                        100,900,1,RESERVE,7,0,ok 10
                        300,400,3,RESERVE,7,0,refused sold-out
                        3100,9100,2,RESERVE,7,0,undecided 504 <slow>
                        """);
    }

    @Test
    void saysWhatIsBrokenAndHowToSeeItAgain(@TempDir Path folder) {
        ChaosReport report = ChaosReport.in(folder, folder.resolve("new"), Map.of());
        RoundResult broken = round(2, 1, new Violation(Violation.Kind.ORDER_LOST, "user 1 & <order> 10"));
        report.write(List.of(round(1, 1), broken));
        assertThat(report.page())
                .content()
                .contains(
                        "BROKEN: 1 of 2 rounds",
                        "Round 1: holds",
                        "Round 2: BROKEN",
                        "order-lost: user 1 &amp; &lt;order&gt; 10");
        assertThat(folder.resolve("new/report.json"))
                .content()
                .contains("\"holds\" : false", "ORDER_LOST", "\"undecided\" : 1");
    }
}
