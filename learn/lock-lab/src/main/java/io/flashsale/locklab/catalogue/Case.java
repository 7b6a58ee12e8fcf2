package io.flashsale.locklab.catalogue;

import io.flashsale.locklab.scenario.Backend;
import io.flashsale.locklab.scenario.LockServer;
import io.flashsale.locklab.scenario.WaitingSigns;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import io.flashsale.locklab.text.Text;
import io.flashsale.locklab.text.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A scheme, what it guarantees and does not guarantee, and the scenarios that prove both. {@link Texts} holds the
 * descriptions, by the case's id.
 *
 * @param id such as {@code A6}; the letter is the group
 * @param source the class to be read
 * @param signs how to see from outside that a client waits for the lock
 * @param backends the servers that it needs; the lock server is always among them
 * @param factory makes the scheme in a worker process
 * @param asked scenarios that every scheme is asked and that expect no outcome; see {@link Expectation#ASKED}
 */
public record Case(
        String id,
        Kind kind,
        Class<?> source,
        WaitingSigns signs,
        List<Backend.Kind<?>> backends,
        SchemeFactory factory,
        List<Scenario> scenarios,
        List<Scenario> asked) {

    public static Builder of(String id, Kind kind) {
        return new Builder(id, kind);
    }

    public Text name() {
        return Texts.of(id + ".name");
    }

    public Text shows() {
        return Texts.of(id + ".shows");
    }

    public List<Text> guarantees() {
        return Texts.list(id + ".guarantees");
    }

    public List<Text> doesNotGuarantee() {
        return Texts.list(id + ".doesNotGuarantee");
    }

    /** What happens in one of the case's scenarios, and why it ends that way. */
    public Text explanation(Scenario scenario) {
        return Texts.of((scenario.expected() == Expectation.ASKED ? "asked." : id + ".scenarios.") + scenario.id());
    }

    public String group() {
        return id.substring(0, 1);
    }

    /** Finds one of the case's own scenarios or of the questions. */
    public Optional<Scenario> scenario(String wanted) {
        return Stream.concat(scenarios.stream(), asked.stream())
                .filter(scenario -> scenario.id().equals(wanted))
                .findFirst();
    }

    /** Returns the same case with these questions. */
    public Case asking(List<Scenario> questions) {
        return new Case(id, kind, source, signs, backends, factory, scenarios, List.copyOf(questions));
    }

    /** Makes a case's scheme in a worker process. */
    @FunctionalInterface
    public interface SchemeFactory {
        Operations create(SchemeContext context) throws Exception;
    }

    /** Builds a case. */
    public static final class Builder {

        private final String id;
        private final Kind kind;
        private WaitingSigns signs = WaitingSigns.NONE;
        private final List<Backend.Kind<?>> backends = new ArrayList<>(List.of(LockServer.KIND));

        private Builder(String id, Kind kind) {
            this.id = id;
            this.kind = kind;
        }

        /** Sets how to see that a client waits, for schemes that do not report it themselves. */
        public Builder waitingShows(WaitingSigns how) {
            signs = how;
            return this;
        }

        /** Adds servers that the case needs. */
        public Builder on(Backend.Kind<?> servers) {
            backends.add(servers);
            return this;
        }

        public Case scheme(Class<?> source, SchemeFactory factory, Scenario... scenarios) {
            return new Case(id, kind, source, signs, List.copyOf(backends), factory, List.of(scenarios), List.of());
        }
    }
}
