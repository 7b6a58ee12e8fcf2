package io.flashsale.chaos;

import io.flashsale.chaos.campaign.CampaignFile;
import io.flashsale.commandline.Progress;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.PrintStream;
import java.util.List;
import java.util.random.RandomGenerator;

/** Main class of {@code ./chaos}. Exit status: 0 everything held, 1 a violation was found, 2 could not test. */
public final class Chaos {

    private Chaos() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> typed, PrintStream out, PrintStream err) {
        try {
            ChaosArguments arguments = ChaosArguments.parse(typed);
            if (arguments.help) {
                out.print(ChaosArguments.usage());
                return Tester.HOLDS;
            }
            if (arguments.summary != null) {
                CampaignFile.summary(arguments.summary).forEach(out::println);
                return Tester.HOLDS;
            }
            ChaosOptions options = ChaosOptions.of(arguments, RandomGenerator.getDefault());
            Tester tester = new Tester(new Progress(out), ProjectRoot.find(), options);
            if (arguments.plan) {
                tester.plan();
                return Tester.HOLDS;
            }
            return tester.test();
        } catch (CannotTestException | ServerFailedException e) {
            err.println("chaos: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            err.println("chaos: interrupted");
        } catch (RuntimeException unforeseen) {
            // Exits with neither verdict's status: an uncaught exception would end with 1, like BROKEN.
            err.println("chaos: the tester failed: " + unforeseen);
        }
        return Tester.COULD_NOT_TEST;
    }
}
