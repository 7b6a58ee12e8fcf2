package io.flashsale.locklab.asked;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.database.ComparedValue;
import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.database.SelectForUpdate;
import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.LockServer;
import io.flashsale.locklab.scenario.ScenarioScript;
import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.zookeeper.Ensemble;
import io.flashsale.locklab.zookeeper.LeaderCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The questions that the lab asks every scheme, if they apply and its own scenarios do not already answer them. A
 * question expects no particular outcome: the run is the answer.
 */
public final class Questions {

    /** One buyer, without any others. */
    public static final String ALONE = "asked-alone";

    /** The lane of that buyer in diagrams. */
    public static final String WHO_BUYS_ALONE = "alone";

    /** A client arrives while another is inside. */
    public static final String MEETS = "asked-meets";

    /** Several clients arrive one after the other while a client is inside. */
    public static final String IN_LINE = "asked-in-line";

    /** The holder acquires the lock a second time. */
    public static final String AGAIN = "asked-again";

    /** The holder's process is paused for longer than the lease. */
    public static final String PAUSE = "asked-pause";

    /** The holder's process is killed. */
    public static final String DEATH = "asked-death";

    /** The lock's server is killed; it restarts, or another server takes over. */
    public static final String SERVER = "asked-server";

    /** Cases that use another case's lock on the same servers. The answer for that case counts for both. */
    public static final Map<String, String> SAME_LOCK = Map.of("B2", "B1", "C6", "C2");

    private static final Set<String> ONE_PROCESS = Set.of("A2");
    private static final Set<String> NO_SECOND_ENTRY = Set.of("A16", "C3", "C4");

    private static final int SHORT_LEASE_MILLIS = 1_500;
    private static final int SHORT_TIMEOUT_MILLIS = 800;
    private static final int LONG_TIMEOUT_MILLIS = 20_000;

    private Questions() {}

    /** The questions for this scheme. */
    public static List<Scenario> to(Case scheme) {
        List<Scenario> questions = new ArrayList<>();
        if (scheme.kind() != Kind.PATH) {
            questions.add(
                    Scenario.asks(ALONE, Fault.NONE, QuestionScripts::alone).inProcesses(1));
        }
        String between = between(scheme);
        if (between != null && !SAME_LOCK.containsKey(scheme.id())) {
            questions.addAll(aboutHolding(scheme, between));
        }
        return questions.stream()
                .map(question -> scheme.id().equals("A16") ? question.with("segments", 1) : question)
                .map(question -> ONE_PROCESS.contains(scheme.id()) ? question.inProcesses(1) : question)
                .toList();
    }

    private static List<Scenario> aboutHolding(Case scheme, String between) {
        List<Scenario> questions = new ArrayList<>();
        boolean holds = scheme.kind() == Kind.LOCK || between.equals(SelectForUpdate.LOCKED);
        if (holds) {
            questions.add(Scenario.asks(MEETS, Fault.NONE, context -> QuestionScripts.meets(context, between)));
            questions.add(Scenario.asks(IN_LINE, Fault.NONE, context -> QuestionScripts.inLine(context, between))
                    .with("timeout", LONG_TIMEOUT_MILLIS));
        }
        if (scheme.kind() == Kind.LOCK && !NO_SECOND_ENTRY.contains(scheme.id())) {
            questions.add(Scenario.asks(AGAIN, Fault.NONE, FaultScenarios::entersAgain)
                    .with("timeout", SHORT_TIMEOUT_MILLIS));
        }
        if (!ONE_PROCESS.contains(scheme.id())) {
            questions.addAll(aboutFaults(scheme, between, holds));
        }
        return questions.stream()
                .filter(question -> !answersItself(scheme, question.id()))
                .toList();
    }

    private static List<Scenario> aboutFaults(Case scheme, String between, boolean holds) {
        List<Scenario> questions = new ArrayList<>();
        questions.add(Scenario.asks(PAUSE, Fault.PAUSE, context -> QuestionScripts.pause(context, between))
                .with("lease", SHORT_LEASE_MILLIS));
        if (scheme.kind() == Kind.LOCK) {
            questions.add(
                    Scenario.asks(DEATH, Fault.KILL, FaultScenarios::afterDeath).with("lease", SHORT_LEASE_MILLIS));
        }
        ScenarioScript serverDies = holds ? serverDies(scheme, between) : null;
        if (serverDies != null) {
            questions.add(Scenario.asks(SERVER, Fault.SERVER_KILL, serverDies).with("timeout", LONG_TIMEOUT_MILLIS));
        }
        return questions;
    }

    /** Null where the scheme's own scenarios already act on its several servers. */
    private static @Nullable ScenarioScript serverDies(Case scheme, String between) {
        if (scheme.backends().contains(Ensemble.KIND)) {
            return LeaderCases::leaderDies;
        }
        if (scheme.backends().contains(LabDatabase.KIND)) {
            return context ->
                    QuestionScripts.serverDies(context, between, context.backend(LabDatabase.KIND)::killAndStart);
        }
        return scheme.backends().equals(List.of(LockServer.KIND))
                ? context ->
                        QuestionScripts.serverDies(context, between, context.backend(LockServer.KIND)::killAndStart)
                : null;
    }

    /** Whether one of the scheme's own scenarios asks the same. */
    private static boolean answersItself(Case scheme, String question) {
        Set<String> same = switch (question) {
            case IN_LINE -> Set.of("order-of-arrival", "queue");
            case AGAIN -> Set.of("enters-again");
            case PAUSE -> Set.of("paused-holder");
            case DEATH -> Set.of("holder-dies");
            default -> Set.of();
        };
        return scheme.scenarios().stream().anyMatch(scenario -> same.contains(scenario.id()));
    }

    /** The step between reading and writing; null if the scheme has none or does not sell stock. */
    private static @Nullable String between(Case scheme) {
        return switch (scheme.id()) {
            case "D3" -> SelectForUpdate.LOCKED;
            case "D4", "D5", "D6" -> ComparedValue.READ;
            case "D7" -> null;
            default -> scheme.kind() == Kind.PATH ? null : LockedStock.INSIDE;
        };
    }
}
