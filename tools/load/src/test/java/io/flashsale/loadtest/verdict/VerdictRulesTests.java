package io.flashsale.loadtest.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.loadtest.TestPlan;
import io.flashsale.loadtest.results.Sample;
import io.flashsale.loadtest.results.Samples;
import io.flashsale.loadtest.results.Tally;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What makes a run PASS, and each fault that must make it FAIL. */
class VerdictRulesTests {

    private static final int USERS = 4;

    /** Four shoppers, two units: two accepted, two sold out. */
    private final List<Sample> samples = new ArrayList<>(List.of(
            Samples.accepted(0, 1, 101),
            Samples.accepted(1, 2, 102),
            Samples.refused(2, 3, "sold-out"),
            Samples.refused(3, 4, "sold-out")));

    private final ObjectNode audit = (ObjectNode) JsonMapper.shared().readTree("""
            {"holds": true, "drained": true, "inFlight": 0, "waitingFor": [],
             "sale": {"initialStock": 2, "addedStock": 0, "available": 0, "deducted": 2, "released": 0,
                      "redisRemaining": 0, "redisHolders": 2, "sold": 2, "oversold": 0,
                      "orders": {"AWAITING_PAYMENT": 2}},
             "invariants": [{"id": "I2", "statement": "s", "holds": true, "state": "HOLDS", "findings": []}],
             "clients": {"accepted": 2, "persisted": 2, "lost": 0, "answeredTwice": 0, "unexplained": 0,
                         "indeterminate": 0}}
            """);

    private RunVerdict verdict() {
        return verdict(TestPlan.OVERSELL);
    }

    private RunVerdict verdict(TestPlan plan) {
        return VerdictRules.verdict(plan, USERS, 1, Tally.of(samples, plan, 1), Audit.of(audit), List.of());
    }

    private ObjectNode part(String name) {
        return (ObjectNode) audit.get(name);
    }

    private void assertFails(String why) {
        RunVerdict verdict = verdict();
        assertThat(verdict.outcome()).isEqualTo(RunOutcome.FAIL);
        assertThat(verdict.reasons()).anySatisfy(reason -> assertThat(reason).contains(why));
        assertThat(verdict.line()).startsWith("FAIL  ").hasLineCount(1);
    }

    @Test
    void passesWhatIsRight() {
        RunVerdict verdict = verdict();
        assertThat(verdict.outcome()).as(verdict.line()).isEqualTo(RunOutcome.PASS);
        assertThat(verdict.outcome().exitStatus()).isZero();
        assertThat(verdict.line())
                .isEqualTo("PASS  2 of 2 units sold, 4 clicks of 4 shoppers: 2 accepted, 2 refused, nothing lost");
    }

    @Test
    void failsWhenUnitsAreOversold() {
        part("sale").put("oversold", 3).put("sold", 5);
        assertFails("oversold by 3: 5 sold of 2");
        assertThat(verdict().outcome().exitStatus()).isEqualTo(1);
    }

    @Test
    void failsWhenAnInvariantIsViolated() {
        audit.put("holds", false);
        audit.set("invariants", JsonMapper.shared().readTree("""
                        [{"id": "I3", "statement": "s", "holds": false, "state": "VIOLATED", "findings":
                           [{"kind": "duplicate-buyer", "count": 7, "first": "a", "worst": "b", "last": "c"}]}]
                        """));
        assertFails("I3 is violated: duplicate-buyer 7 times");
    }

    @Test
    void failsWhenTheQueuesDoNotDrainOrTheAuditorGivesNoReason() {
        audit.put("holds", false);
        assertFails("the invariants do not hold");
        audit.put("drained", false);
        audit.withArray("waitingFor").add("7 messages in Kafka");
        assertFails("the queues were not empty after the wait: 7 messages in Kafka");
    }

    @Test
    void failsWhenClientsAndAuditorDisagree() {
        part("clients").put("lost", 1);
        assertFails("1 accepted reservations are not recorded");
        part("clients").put("lost", 0).put("answeredTwice", 2);
        assertFails("2 answers 202 repeat");
        part("clients").put("answeredTwice", 0).put("unexplained", 5);
        assertFails("5 orders are recorded that no answer explains");
        audit.remove("clients");
        assertFails("did not compare");
    }

    @Test
    void failsWhenAnAnswerIsNoneThatThePlanAllows() {
        samples.set(3, Samples.failed(3, 4, "500", "internal-error"));
        assertFails("1 answers are none that the plan allows, mostly: reserve: 500 internal-error (1 times)");
    }

    @Test
    void failsWhenAnswersContradictEachOther() {
        samples.add(Samples.accepted(9, 1, 103));
        assertFails("clicks were accepted of shoppers who already had");
    }

    @Test
    void failsWhenTooFewWereSold() {
        samples.set(1, Samples.refused(1, 2, "sold-out"));
        assertFails("only 1 clicks were accepted, though 4 shoppers came for 2 units");
    }

    @Test
    void failsWhenMoreClicksWereAcceptedThanThereAreUnitsUnlessUnitsComeBack() {
        samples.set(2, Samples.accepted(2, 3, 103));
        assertFails("3 clicks were accepted for 2 units");
        assertThat(verdict(TestPlan.BROWSE_AND_BUY).outcome()).isEqualTo(RunOutcome.PASS);
    }

    @Test
    void failsWhenStockThatWasAddedIsNotThere() {
        assertThat(verdict(TestPlan.RESTOCK).reasons())
                .containsExactly("250 units were to be added, the records have 0");
        part("sale").put("addedStock", TestPlan.RESTOCK.addedStock());
        assertThat(verdict(TestPlan.RESTOCK).outcome()).isEqualTo(RunOutcome.PASS);
    }

    @Test
    void neitherPassesNorFailsARequestWithoutAnAnswer() {
        samples.set(1, Samples.timedOut(1, 2));
        RunVerdict verdict = verdict();
        assertThat(verdict.outcome()).isEqualTo(RunOutcome.PASS);
        assertThat(verdict.notes()).containsExactly("1 requests had no answer; the records say what became of them");
    }

    @Test
    void doesNotPassARunWithoutAnyAnswer() {
        samples.replaceAll(sample -> Samples.timedOut(sample.begin(), Integer.parseInt(sample.userId())));
        RunVerdict verdict = verdict();
        assertThat(verdict.outcome()).isEqualTo(RunOutcome.UNMEASURED);
        assertThat(verdict.outcome().exitStatus()).isEqualTo(2);
        assertThat(verdict.line()).contains("Not one click was answered (reserve: SocketTimeoutException (4 times))");
    }

    @Test
    void cannotMeasureWhatJMeterDidNotFinish() {
        samples.removeLast();
        samples.remove(1);
        RunVerdict verdict = verdict();
        assertThat(verdict.outcome()).isEqualTo(RunOutcome.UNMEASURED);
        assertThat(verdict.line()).contains("Only 2 of 4 shoppers clicked before JMeter ended");
        samples.clear();
        assertThat(verdict().line()).contains("Not one click was recorded");
    }

    @Test
    void aViolationCountsEvenIfJMeterDidNotFinish() {
        samples.removeLast();
        part("sale").put("oversold", 1).put("sold", 3);
        assertFails("oversold by 1");
    }
}
