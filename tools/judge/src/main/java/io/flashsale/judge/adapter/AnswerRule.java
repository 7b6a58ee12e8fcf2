package io.flashsale.judge.adapter;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** What answers of one kind mean. All given conditions must hold. */
public record AnswerRule(
        Meaning is,
        @Nullable String reason,
        List<Integer> status,
        Map<String, String> where,
        @Nullable String matches,
        @Nullable AnswerValue order) {

    /** What the shopper learns. */
    public enum Meaning {
        ACCEPTED,
        REFUSED,
        UNDECIDED
    }

    public AnswerRule {
        status = Objects.requireNonNullElse(status, List.of());
        where = Objects.requireNonNullElse(where, Map.of());
        where.keySet().forEach(AnswerValue.AtPath::of);
        try {
            Pattern.compile(matches == null ? "" : matches);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("'" + matches + "' is no regular expression: " + e.getDescription(), e);
        }
        if (status.isEmpty() && where.isEmpty() && matches == null) {
            throw new IllegalArgumentException("a rule needs a status, where or matches");
        }
        if ((reason == null) == (is == Meaning.REFUSED)) {
            throw new IllegalArgumentException("a reason is for a refusal, and a refusal needs one");
        }
        if (order instanceof AnswerValue.Matching matching && matching.header() != null) {
            throw new IllegalArgumentException("the order must be in the body: a run does not record headers");
        }
        if (order != null && is != Meaning.ACCEPTED) {
            throw new IllegalArgumentException("only an accepted answer has an order");
        }
    }

    /** Returns why the answer is none of this kind; empty if it is. */
    public Optional<String> mismatch(HttpAnswer answer) {
        if (!status.isEmpty() && !status.contains(answer.status())) {
            return Optional.of("status is " + answer.status() + ", not "
                    + status.toString().replaceAll("[\\[\\]]", ""));
        }
        for (Map.Entry<String, String> condition : where.entrySet()) {
            String found = AnswerValue.AtPath.of(condition.getKey()).in(answer).orElse(null);
            if (!condition.getValue().equals(found)) {
                return Optional.of(condition.getKey() + " is " + (found == null ? "missing" : "'" + found + "'")
                        + ", not '" + condition.getValue() + "'");
            }
        }
        if (matches != null && !Pattern.compile(matches).matcher(answer.body()).find()) {
            return Optional.of("the body does not contain /" + matches + "/");
        }
        return Optional.empty();
    }

    /** Returns the rule in a few words. */
    public String title() {
        return is.name().toLowerCase(Locale.ROOT) + (reason == null ? "" : " (" + reason + ")");
    }
}
