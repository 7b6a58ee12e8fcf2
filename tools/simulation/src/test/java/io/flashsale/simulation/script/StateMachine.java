package io.flashsale.simulation.script;

import io.flashsale.simulation.redis.CommandReply;
import io.flashsale.simulation.redis.EmbeddedLua;
import io.flashsale.simulation.redis.ErrorReplyException;
import io.flashsale.simulation.schedule.Shrinking;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs a sequence on the model of Redis and on the reference. Compares each answer, and now and then and at the end all
 * that is stored.
 */
final class StateMachine {

    /** Reading all that is stored takes longer than a step. */
    private static final int STEPS_BETWEEN_LOOKS = 10;

    private final EmbeddedLua lua = new EmbeddedLua();
    private final Scripts scripts;

    StateMachine(Scripts scripts) {
        this.scripts = scripts;
    }

    /** Describes the first difference: of an answer, of what is stored, or of when it expires. */
    Optional<String> difference(List<Step> sequence) {
        return difference(sequence, STEPS_BETWEEN_LOOKS);
    }

    private Optional<String> difference(List<Step> sequence, int stepsBetweenLooks) {
        ModelServer server = new ModelServer(lua, scripts);
        ReferenceState known = new ReferenceState();
        for (int i = 0; i < sequence.size(); i++) {
            known.settle();
            Optional<String> difference = answered(sequence.get(i), server, known);
            known.settle();
            boolean isTimeToLook = i % stepsBetweenLooks == 0 || i + 1 == sequence.size();
            if (difference.isEmpty() && isTimeToLook) {
                difference = stored(server, known);
            }
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> answered(Step step, ModelServer server, ReferenceState known) {
        switch (step) {
            case Step.OfServer change -> {
                change.happenTo(server);
                change.note(known);
            }
            case Step.OfScript script -> {
                if (script.isWrite() && !known.identity.isMaster()) {
                    return Optional.empty();
                }
                Step.Call call = script.call(known);
                CommandReply expected = script.comparable(script.rule(known));
                try {
                    CommandReply answer = script.comparable(server.run(call));
                    if (!answer.equals(expected)) {
                        return Optional.of("answers " + plain(answer) + " instead of " + plain(expected));
                    }
                } catch (ErrorReplyException | UnsupportedOperationException fault) {
                    return Optional.of("fails: " + fault.getMessage());
                }
            }
        }
        return Optional.empty();
    }

    private static Object plain(CommandReply reply) {
        return switch (reply) {
            case CommandReply.Nil _ -> "nothing";
            case CommandReply.Status(String word) -> word;
            case CommandReply.Whole(long value) -> value;
            case CommandReply.Text(String value) -> value;
            case CommandReply.Many(List<CommandReply> elements) ->
                elements.stream().map(StateMachine::plain).toList();
        };
    }

    private static Optional<String> stored(ModelServer server, ReferenceState known) {
        return difference(known.dump(), server.redis.dump())
                .map(what -> "stores " + what)
                .or(() -> difference(known.expiries(), server.redis.expiries()).map(what -> "lets expire " + what));
    }

    private static Optional<String> difference(Map<String, ?> expected, Map<String, ?> actual) {
        if (expected.equals(actual)) {
            return Optional.empty();
        }
        Map<String, String> differences = new TreeMap<>();
        TreeSet<String> keys = new TreeSet<>(expected.keySet());
        keys.addAll(actual.keySet());
        for (String key : keys) {
            String wanted = String.valueOf(expected.get(key));
            String there = String.valueOf(actual.get(key));
            if (!wanted.equals(there)) {
                differences.put(key, there + " instead of " + wanted);
            }
        }
        return Optional.of(differences.toString());
    }

    /** A shortest part of the sequence that still shows a difference at once, and that difference, as text. */
    String shortest(List<Step> sequence) {
        List<Step> shortest =
                Shrinking.shortest(sequence, some -> difference(some, 1).isPresent());
        StringBuilder text = new StringBuilder();
        shortest.forEach(step -> text.append(step).append('\n'));
        return text.append(difference(shortest, 1).orElse("no difference")).toString();
    }
}
