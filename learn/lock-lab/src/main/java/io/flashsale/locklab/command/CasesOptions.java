package io.flashsale.locklab.command;

import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.scenario.Limits;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.text.Language;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The requested verb, its subject and the sizes. */
record CasesOptions(
        Verb verb, List<Chosen> chosen, Sizes sizes, int times, boolean json, boolean diagram, Language language) {

    enum Verb {
        LIST,
        RUN,
        COMPARE
    }

    record Chosen(Case what, Scenario scenario) {}

    /** @throws WrongUsageException for values out of range */
    static CasesOptions of(CasesArguments given) {
        Sizes sizes = new Sizes(
                number("--stock", given.stock, Limits.STOCK),
                number("--buyers", given.buyers, Limits.BUYERS),
                number("--processes", given.processes, Limits.PROCESSES),
                Limits.TIME);
        int times = number("--times", given.times, 1_000);
        Fault fault = given.fault == null ? null : fault(given.fault);
        Verb verb = verb(given.words);
        List<Chosen> chosen = switch (verb) {
            case LIST -> List.of();
            case RUN -> toRun(subject(given.words), fault);
            case COMPARE -> toCompare(subject(given.words));
        };
        return new CasesOptions(verb, chosen, sizes, times, given.json, given.diagram, language(given.language));
    }

    private static Verb verb(List<String> words) {
        return switch (words.isEmpty() ? "" : words.getFirst()) {
            case "list" -> Verb.LIST;
            case "run" -> Verb.RUN;
            case "compare" -> Verb.COMPARE;
            default -> throw new WrongUsageException("list, run or compare? See learn/lock-lab/cases --help");
        };
    }

    private static String subject(List<String> words) {
        if (words.size() != 2) {
            throw new WrongUsageException("which case? See learn/lock-lab/cases --help");
        }
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
            throw new WrongUsageException(subject + (fault == null ? "" : " with fault " + fault.slug())
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
    private static List<Chosen> toCompare(String subject) {
        return Stream.of(subject.split(",")).map(CasesOptions::toCompareOne).toList();
    }

    private static Chosen toCompareOne(String name) {
        int slash = name.indexOf('/');
        Case found = find(slash < 0 ? name : name.substring(0, slash));
        Scenario scenario = found.scenario(slash < 0 ? Scenario.CROWD : name.substring(slash + 1))
                .filter(Scenario::takesSizes)
                .orElseThrow(() -> new WrongUsageException(name + " cannot be compared by a crowd"));
        return new Chosen(found, scenario);
    }

    private static Case find(String id) {
        return CaseCatalogue.find(id)
                .orElseThrow(() -> new WrongUsageException("there is no case '" + id + "'; there are "
                        + CaseCatalogue.all().stream().map(Case::id).collect(Collectors.joining(", "))));
    }

    private static Fault fault(String slug) {
        return Stream.of(Fault.values())
                .filter(each -> each.slug().equals(slug))
                .findFirst()
                .orElseThrow(() -> new WrongUsageException("there is no fault '" + slug + "'; there are "
                        + Stream.of(Fault.values()).map(Fault::slug).collect(Collectors.joining(", "))));
    }

    private static Language language(String slug) {
        return Stream.of(Language.values())
                .filter(each -> each.slug().equals(slug))
                .findFirst()
                .orElseThrow(() -> new WrongUsageException("--lang takes en or zh, not '" + slug + "'"));
    }

    private static int number(String option, int value, int max) {
        if (value < 1 || value > max) {
            throw new WrongUsageException(option + " takes 1 to " + max + ", not '" + value + "'");
        }
        return value;
    }
}
