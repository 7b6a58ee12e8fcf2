package io.flashsale.simulation.redis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a command or a script of Redis answers. */
public sealed interface CommandReply {

    /** There is no such key, field, member or element. */
    record Nil() implements CommandReply {}

    /** A status such as {@code OK}, which is no value. */
    record Status(String word) implements CommandReply {}

    record Whole(long value) implements CommandReply {}

    record Text(String value) implements CommandReply {}

    record Many(List<CommandReply> elements) implements CommandReply {}

    Nil NIL = new Nil();

    Status OK = new Status("OK");

    static CommandReply of(long value) {
        return new Whole(value);
    }

    static CommandReply of(boolean isTrue) {
        return new Whole(isTrue ? 1 : 0);
    }

    static CommandReply of(@Nullable String text) {
        return text == null ? NIL : new Text(text);
    }

    static CommandReply of(Iterable<? extends @Nullable String> texts) {
        List<CommandReply> elements = new ArrayList<>();
        for (String text : texts) {
            elements.add(of(text));
        }
        return new Many(elements);
    }
}
