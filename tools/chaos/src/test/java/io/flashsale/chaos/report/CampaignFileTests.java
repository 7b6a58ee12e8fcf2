package io.flashsale.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.chaos.CannotTestException;
import io.flashsale.chaos.checker.Violation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CampaignFileTests {

    private static final RoundKey FIRST = new RoundKey("single", 1, 1, 14, 1, 20, 300);
    private static final RoundKey SECOND = new RoundKey("single", 1, 1, 14, 2, 20, 300);
    private static final RoundKey IN_FOUR = new RoundKey("single", 1, 4, 14, 1, 20, 300);
    private static final RoundKey OF_CLUSTER = new RoundKey("cluster", 2, 1, 14, 1, 20, 300);

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("docs/rounds.csv");
    }

    private static RoundResult result(Violation... violations) {
        return ChaosReportTests.round(1, 1_200, violations);
    }

    private static Violation lost(String what) {
        return new Violation(Violation.Kind.ORDER_LOST, what);
    }

    @Test
    void hasALineForEachRoundAndUnitsInItsHeader() {
        CampaignFile campaign = CampaignFile.in(file(), "0a1b2c3");
        campaign.add(FIRST, result(), Duration.ofSeconds(61));
        campaign.add(
                SECOND,
                result(lost("a, b"), new Violation(Violation.Kind.COUPON_STUCK, "c"), lost("d")),
                Duration.ofSeconds(90));
        campaign.add(IN_FOUR, result(), Duration.ofSeconds(61));
        assertThat(file()).hasContent("""
            commit,redis,instances,seed,round,seconds,shoppers,faults,ok,refused,undecided,violations,\
            healedAfterMs,convergedAfterMs,durationMs,buckets
            0a1b2c3,single,1,14,1,20,300,1,1200,1,1,,1500,2540,61000,1
            0a1b2c3,single,1,14,2,20,300,1,1200,1,1,coupon-stuck 1; order-lost 2,1500,-1,90000,1
            0a1b2c3,single,1,14,1,20,300,1,1200,1,1,,1500,2540,61000,4
            """);
    }

    @Test
    void tellsTheNextSessionWhatItNeedNotRepeat() {
        CampaignFile.in(file(), "0a1b2c3").add(FIRST, result(), Duration.ofSeconds(61));
        CampaignFile next = CampaignFile.in(file(), "4d5e6f7+changes");
        assertThat(next.keys()).containsExactly(FIRST);
        next.add(OF_CLUSTER, result(lost("a")), Duration.ofSeconds(61));
        next.add(IN_FOUR, result(), Duration.ofSeconds(61));
        CampaignFile last = CampaignFile.in(file(), "");
        assertThat(last.keys()).containsExactlyInAnyOrder(FIRST, OF_CLUSTER, IN_FOUR);
        assertThat(last.broken()).containsExactly(OF_CLUSTER);
    }

    @Test
    void isSummedUpForEachSystemAndForAll() {
        CampaignFile campaign = CampaignFile.in(file(), "0a1b2c3");
        assertThat(CampaignFile.summary(file())).hasSize(2);
        campaign.add(FIRST, result(), Duration.ofSeconds(61));
        campaign.add(SECOND, result(), Duration.ofSeconds(61));
        assertThat(CampaignFile.summary(file()))
                .hasSize(3)
                .last()
                .isEqualTo("| single | 1 | 14 | 2 | 2 | 2,400 | 2 | 2 | 0 | 2.5 s |");
        campaign.add(IN_FOUR, result(), Duration.ofSeconds(61));
        campaign.add(OF_CLUSTER, result(lost("a")), Duration.ofSeconds(61));
        assertThat(CampaignFile.summary(file()))
                .hasSize(6)
                .endsWith(
                        "| single ×4 | 1 | 14 | 1 | 1 | 1,200 | 1 | 1 | 0 | 2.5 s |",
                        "| cluster | 2 | 14 | 1 | 1 | 1,200 | 1 | 1 | **#1: order-lost 1** | - |",
                        "| Σ |  |  | 4 | 4 | 4,800 | 4 | 4 | **1** | 2.5 s |");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "begin,end\n1,2\n",
                "HEADER\n0a1b2c3,single,1,14\n",
                "HEADER\na,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p\n"
            })
    void refusesAnyOtherFile(String content) throws Exception {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), content.replace("HEADER", String.join(",", RecordedRound.HEADER)));
        assertThatThrownBy(() -> CampaignFile.in(file(), ""))
                .isInstanceOf(CannotTestException.class)
                .hasMessageContaining("is no file of rounds");
    }
}
