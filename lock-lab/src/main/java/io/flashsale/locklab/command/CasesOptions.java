package io.flashsale.locklab.command;

import io.flashsale.locklab.Catalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.stage.Limits;
import io.flashsale.locklab.stage.Sizes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What was asked for: a verb, what it is about, and how large. */
record CasesOptions(Verb verb, List<Chosen> chosen, Sizes sizes, int times, boolean json) {

    static final String USAGE = """
            Usage: lock-lab/cases list
                   lock-lab/cases run CASE[/SCENARIO] [--fault FAULT] [--times N] [SIZES] [--json]
                   lock-lab/cases compare CASE[/SCENARIO],CASE,… [SIZES] [--json]
              CASE              a scheme, such as A6; 'all' for all of them
              SCENARIO          one of its scenarios, see lock-lab/cases list; without it, all. To compare, another scenario
                                than its crowd that takes sizes: E3,E3/everything-in-the-request
              --fault FAULT     only scenarios with this fault: none, crowd, exception, pause, kill, …
              --times N         plays each scenario so often: 1 to 1000 (1)
              SIZES             of crowds: --stock N (100, at most 10000), --buyers N (20, at most 200),
                                --processes N (2, at most 4)
              --json            print the reports as the API answers them, one a line
            Needs no running system: starts the servers and workers that it needs, and ends them.
            Exit: 0 every outcome is what the case states, 1 one differs, 2 it could not be run.
            """;

    enum Verb {
        LIST,
        RUN,
        COMPARE,
        HELP
    }

    /** A scenario of a case. */
    record Chosen(Case what, Scenario scenario) {}

    static CasesOptions parse(List<String> arguments) {
        Deque<String> left = new ArrayDeque<>();
        arguments.forEach(argument -> {
            int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
            left.add(equals < 0 ? argument : argument.substring(0, equals));
            if (equals >= 0) {
                left.add(argument.substring(equals + 1));
            }
        });
        return new Parser().parse(left);
    }

    /** Collects the options. */
    private static final class Parser {

        private final List<String> words = new ArrayList<>();
        private int stock = 100;
        private int buyers = 20;
        private int processes = 2;
        private int times = 1;
        private boolean json;
        private boolean help;
        private @Nullable Fault fault;

        private CasesOptions parse(Deque<String> left) {
            while (!left.isEmpty()) {
                String word = left.removeFirst();
                switch (word) {
                    case "--stock" -> stock = number(word, left, Limits.STOCK);
                    case "--buyers" -> buyers = number(word, left, Limits.BUYERS);
                    case "--processes" -> processes = number(word, left, Limits.PROCESSES);
                    case "--times" -> times = number(word, left, 1_000);
                    case "--fault" -> fault = fault(value(word, left));
                    case "--json" -> json = true;
                    case "--help", "-h" -> help = true;
                    default -> words.add(word);
                }
            }
            Sizes sizes = new Sizes(stock, buyers, processes, Limits.TIME);
            if (help) {
                return new CasesOptions(Verb.HELP, List.of(), sizes, times, json);
            }
            Verb verb = verb();
            List<Chosen> chosen = switch (verb) {
                case RUN -> toRun(subject());
                case COMPARE -> toCompare(subject());
                case LIST, HELP -> List.of();
            };
            return new CasesOptions(verb, chosen, sizes, times, json);
        }

        private Verb verb() {
            String word = words.isEmpty() ? "" : words.getFirst();
            return switch (word) {
                case "list" -> Verb.LIST;
                case "run" -> Verb.RUN;
                case "compare" -> Verb.COMPARE;
                default -> throw new WrongUsageException("list, run or compare? Try lock-lab/cases --help");
            };
        }

        private String subject() {
            if (words.size() != 2) {
                throw new WrongUsageException("which case? Try lock-lab/cases --help");
            }
            return words.get(1);
        }

        private List<Chosen> toRun(String subject) {
            int slash = subject.indexOf('/');
            String id = slash < 0 ? subject : subject.substring(0, slash);
            List<Case> cases = id.equals("all") ? Catalogue.all() : List.of(find(id));
            List<Chosen> chosen = cases.stream()
                    .flatMap(each -> each.scenarios().stream().map(scenario -> new Chosen(each, scenario)))
                    .filter(each -> slash < 0 || each.scenario().id().equals(subject.substring(slash + 1)))
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
                            .map(scenario ->
                                    scenario.id() + " (" + scenario.fault().slug() + ")"))
                    .distinct()
                    .collect(Collectors.joining(", "));
        }

        /** A case's own crowd, or another scenario of it that takes sizes. */
        private static List<Chosen> toCompare(String subject) {
            return Stream.of(subject.split(",")).map(Parser::toCompareOne).toList();
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
            return Catalogue.find(id)
                    .orElseThrow(() -> new WrongUsageException("there is no case '" + id + "'; there are "
                            + Catalogue.all().stream().map(Case::id).collect(Collectors.joining(", "))));
        }

        private static Fault fault(String slug) {
            return Stream.of(Fault.values())
                    .filter(each -> each.slug().equals(slug))
                    .findFirst()
                    .orElseThrow(() -> new WrongUsageException("there is no fault '" + slug + "'; there are "
                            + Stream.of(Fault.values()).map(Fault::slug).collect(Collectors.joining(", "))));
        }

        private static String value(String option, Deque<String> left) {
            String value = left.pollFirst();
            if (value == null) {
                throw new WrongUsageException(option + " needs a value. Try lock-lab/cases --help");
            }
            return value;
        }

        private static int number(String option, Deque<String> left, int most) {
            String value = value(option, left).toLowerCase(Locale.ROOT);
            int number = value.matches("\\d{1,6}") ? Integer.parseInt(value) : 0;
            if (number < 1 || number > most) {
                throw new WrongUsageException(option + " takes 1 to " + most + ", not '" + value + "'");
            }
            return number;
        }
    }
}
