package io.flashsale.locklab.command;

import io.flashsale.commandline.CommandOptions;
import io.flashsale.commandline.UsageException;
import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.observation.Observation;
import io.flashsale.locklab.scenario.Limits;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.text.Language;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The options of {@code learn/lock-lab/cases}.
 *
 * @param words the verb and its subject
 */
@Command(
        name = "learn/lock-lab/cases",
        customSynopsis = {
            "learn/lock-lab/cases list",
            "       learn/lock-lab/cases run CASE[/SCENARIO] [options]",
            "       learn/lock-lab/cases compare CASE[/SCENARIO],CASE,… [options]",
            "       learn/lock-lab/cases observe WHAT"
        },
        description = {
            "Runs lock and stock schemes on real processes and servers, and says whether each holds and fails as stated."
                    + " Needs no running system: starts the servers and workers that it needs, and ends them."
                    + " Exit status: 0 every outcome is what the case states, 1 one differs, 2 it could not be run.",
            "",
            "      CASE            a scheme, such as A6; 'all' for all of them",
            "      SCENARIO        one of its scenarios, see learn/lock-lab/cases list; without it, all. To compare, another",
            "                        scenario than its crowd that takes sizes: E3,E3/everything-in-the-request",
            "      WHAT            shows on real servers what a bridge of the course explains: "
                    + CasesOptions.OBSERVATIONS
        })
record CasesOptions(
        @Parameters(hidden = true) List<String> words,

        @Option(
                names = "--fault",
                paramLabel = "FAULT",
                description = "runs only scenarios with this fault: none, crowd, exception, slow, pause, kill, …")
        @Nullable
        String faultSlug,

        @Option(
                names = "--times",
                defaultValue = "1",
                description =
                        "runs each scenario so often: 1 to 1000 (${DEFAULT-VALUE}); to compare, prints the run whose rate is the"
                                + " median, and the lowest and the highest rate")
        int times,

        @Option(
                names = "--stock",
                defaultValue = "100",
                description = "units that a crowd wants: at most " + Limits.STOCK + "")
        int stock,

        @Option(
                names = "--buyers",
                defaultValue = "20",
                description = "buyers in a crowd: at most " + Limits.BUYERS + "")
        int buyers,

        @Option(
                names = "--processes",
                defaultValue = "2",
                description = "processes of a crowd: at most " + Limits.PROCESSES + "")
        int processes,

        @Option(names = "--json", description = "print the reports as the API answers them, one a line")
        boolean json,

        @Option(
                names = "--diagram",
                description =
                        "run: print what each client and server did as a Mermaid sequence diagram, but not of a crowd")
        boolean diagram,

        @Option(
                names = "--lang",
                paramLabel = "LANG",
                defaultValue = "en",
                description = "en or zh: the language of names and reasons")
        String languageSlug)
        implements CommandOptions {

    static final String OBSERVATIONS = "isolation, copies, order";

    enum Verb {
        LIST,
        RUN,
        COMPARE,
        OBSERVE
    }

    record Chosen(Case what, Scenario scenario) {}

    @Override
    public void check() {
        requireNumber("--times", times, 1, 1_000);
        requireNumber("--stock", stock, 1, Limits.STOCK);
        requireNumber("--buyers", buyers, 1, Limits.BUYERS);
        requireNumber("--processes", processes, 1, Limits.PROCESSES);
        fault();
        chosen();
        observation();
        language();
    }

    Sizes sizes() {
        return new Sizes(stock, buyers, processes, Limits.TIME);
    }

    Verb verb() {
        return switch (words.isEmpty() ? "" : words.getFirst()) {
            case "list" -> Verb.LIST;
            case "run" -> Verb.RUN;
            case "compare" -> Verb.COMPARE;
            case "observe" -> Verb.OBSERVE;
            default -> throw new UsageException("list, run, compare or observe?");
        };
    }

    /** The scenarios to run or to compare. */
    List<Chosen> chosen() {
        return switch (verb()) {
            case LIST, OBSERVE -> List.of();
            case RUN -> toRun(subject(), fault());
            case COMPARE ->
                Stream.of(subject().split(",")).map(CasesOptions::toCompare).toList();
        };
    }

    /** What to observe; empty for another verb. */
    Optional<Observation> observation() {
        return verb() == Verb.OBSERVE
                ? Optional.of(Observation.find(words.size() == 2 ? words.get(1) : "")
                        .orElseThrow(() -> new UsageException("observe what? " + OBSERVATIONS)))
                : Optional.empty();
    }

    private String subject() {
        require(words.size() == 2, "which case?");
        return words.get(1);
    }

    private static List<Chosen> toRun(String subject, @Nullable Fault fault) {
        int slash = subject.indexOf('/');
        String id = slash < 0 ? subject : subject.substring(0, slash);
        List<Case> cases = id.equals("all") ? CaseCatalogue.all() : List.of(find(id));
        List<Chosen> chosen = cases.stream()
                .flatMap(each -> (slash < 0
                                ? each.scenarios().stream()
                                : each.scenario(subject.substring(slash + 1)).stream())
                        .map(scenario -> new Chosen(each, scenario)))
                .filter(each -> fault == null || each.scenario().fault() == fault)
                .toList();
        if (chosen.isEmpty()) {
            throw new UsageException(subject + (fault == null ? "" : " with fault " + fault.slug())
                    + " names no scenario; there are " + names(cases));
        }
        return chosen;
    }

    private static String names(List<Case> cases) {
        return cases.stream()
                .flatMap(each -> each.scenarios().stream()
                        .map(scenario -> scenario.id() + " (" + scenario.fault().slug() + ")"))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** The case's own crowd, or another scenario of it that takes sizes. */
    private static Chosen toCompare(String name) {
        int slash = name.indexOf('/');
        Case found = find(slash < 0 ? name : name.substring(0, slash));
        Scenario scenario = found.scenario(slash < 0 ? Scenario.CROWD : name.substring(slash + 1))
                .filter(Scenario::takesSizes)
                .orElseThrow(() -> new UsageException(name + " cannot be compared by a crowd"));
        return new Chosen(found, scenario);
    }

    private static Case find(String id) {
        return CaseCatalogue.find(id)
                .orElseThrow(() -> new UsageException("there is no case '" + id + "'; there are "
                        + CaseCatalogue.all().stream().map(Case::id).collect(Collectors.joining(", "))));
    }

    private @Nullable Fault fault() {
        return faultSlug == null
                ? null
                : Stream.of(Fault.values())
                        .filter(each -> each.slug().equals(faultSlug))
                        .findFirst()
                        .orElseThrow(() -> new UsageException("there is no fault '" + faultSlug + "'; there are "
                                + Stream.of(Fault.values()).map(Fault::slug).collect(Collectors.joining(", "))));
    }

    Language language() {
        return Stream.of(Language.values())
                .filter(each -> each.slug().equals(languageSlug))
                .findFirst()
                .orElseThrow(() -> new UsageException("--lang takes en or zh, not '" + languageSlug + "'"));
    }
}
