package io.flashsale.steps.check;

import io.flashsale.commandline.CommandProgram;
import io.flashsale.commandline.UsageException;
import io.flashsale.devstack.process.DirectoryInUseException;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.DevStackBuilder;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Main class of {@code ./step}. */
public final class StepCommand {

    private static final CommandProgram<StepOptions> PROGRAM = new CommandProgram<>(
            "step", StepOptions.class, List.of(ServerFailedException.class, DirectoryInUseException.class));

    private StepCommand() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> typed, PrintStream out, PrintStream err) {
        MySteps mine = new MySteps(ProjectRoot.find());
        return PROGRAM.run(typed, out, err, options -> {
            return switch (options.command()) {
                case "list" -> list(mine, out);
                case "run" -> serve(mine, options, out, err);
                case "edit" -> edit(mine, options.step(), out);
                case "hint" -> hint(mine, options.step(), out);
                default -> check(mine, options, out, err);
            };
        });
    }

    /** Starts the servers that this step needs. */
    private static DevStack startServers(SchoolStep step) {
        Path folder = ProjectRoot.find().resolve(".flashsale/steps");
        DevStackBuilder servers = DevStack.in(folder).mariaDb().redis().small();
        return (step == SchoolStep.KAFKA ? servers.kafka() : servers).start();
    }

    private static StepProgram program(MySteps mine, StepOptions options, PrintStream err) throws Exception {
        return options.isMine() ? mine.compile(options.program(), err) : StepProgram.ours(options.program());
    }

    private static int serve(MySteps mine, StepOptions options, PrintStream out, PrintStream err) throws Exception {
        StepProgram program = program(mine, options, err);
        out.printf("Starting %s%s ...%n", options.isMine() ? "your " : "", program.step());
        try (DevStack stack = startServers(options.demand());
                ShopInstances shops =
                        new ShopInstances(stack, program, options.demand().instances())) {
            shops.start();
            for (StepShop shop : shops.all()) {
                out.printf("%s sells five lamps at %s%n", shop.name(), shop.url());
                out.printf("    curl -X POST '%s/buy?user=alice'; curl %s/stock%n", shop.url(), shop.url());
            }
            out.println("Log: " + shops.all().getFirst().logFile() + ". Ctrl-C ends it all.");
            Thread.currentThread().join();
            return 0;
        }
    }

    private static int list(MySteps mine, PrintStream out) throws IOException {
        for (SchoolStep step : SchoolStep.values()) {
            out.printf("%2d  %-25s %s%n", step.number(), step.title(), step.demand());
            if (mine.hasPassed(step)) {
                out.printf("    your copy has passed check %d%n", step.number() + 1);
            }
        }
        return 0;
    }

    private static int edit(MySteps mine, SchoolStep step, PrintStream out) throws IOException {
        Path copy = mine.copy(step);
        SchoolStep next = step.next();
        out.printf("Change the files in %s until ./step check %d mine PASSES.%n", copy, next.number());
        out.println("It demands: " + next.demand());
        return 0;
    }

    private static int hint(MySteps mine, SchoolStep step, PrintStream out) throws IOException {
        out.println(mine.nextHint(step));
        return 0;
    }

    private static int check(MySteps mine, StepOptions options, PrintStream out, PrintStream err) throws Exception {
        SchoolStep demand = options.demand();
        StepProgram program = program(mine, options, err);
        SchoolStep checked = program.step();
        out.printf("Check %d: %s%n", demand.number(), demand.demand());
        out.printf("Checking %s%s ...%n%n", options.isMine() ? "your " : "", checked);
        try (DevStack stack = startServers(options.isMine() ? demand : checked)) {
            StepChecks.Outcome outcome = StepChecks.run(demand, program, stack);
            out.print(outcome.drawing());
            if (options.isMine()) {
                mine.note(checked, outcome.finding().isEmpty());
            }
            if (outcome.finding().isPresent()) {
                if (options.isMine()) {
                    out.println("What your step has logged: "
                            + stack.directory().path().resolve("logs/shop-1.log"));
                }
                out.println("FAILS: " + outcome.finding().get());
                return 1;
            }
            out.println("PASSES");
        } catch (ServerFailedException e) {
            if (options.isMine()) {
                err.print(e.getMessage()); // the end of a log
                throw new UsageException("your step could not be checked");
            }
            throw e;
        }
        return 0;
    }
}
