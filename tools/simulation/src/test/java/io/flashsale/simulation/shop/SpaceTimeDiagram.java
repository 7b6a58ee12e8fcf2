package io.flashsale.simulation.shop;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Events as text: time runs down, each actor has a column, and what it did stands at the right. In its column {@code o} is
 * something that it did, {@code x} something that failed, and {@code |} a moment at which it waited.
 */
final class SpaceTimeDiagram {

    private static final int LONGEST = 150;

    private SpaceTimeDiagram() {}

    static String of(List<World.Event> events) {
        Map<String, Integer> first = new LinkedHashMap<>();
        Map<String, Integer> last = new LinkedHashMap<>();
        for (int i = 0; i < events.size(); i++) {
            String actor = events.get(i).actor();
            if (!actor.isEmpty()) {
                first.putIfAbsent(actor, i);
                last.put(actor, i);
            }
        }
        List<String> actors = new ArrayList<>(first.keySet());
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < actors.size(); i++) {
            text.append("         ")
                    .append("| ".repeat(i))
                    .append(actors.get(i))
                    .append('\n');
        }
        for (int i = 0; i < events.size(); i++) {
            World.Event event = events.get(i);
            text.append("%8d ".formatted(event.millis()));
            for (String actor : actors) {
                boolean isOurs = actor.equals(event.actor());
                boolean isAlive = first.getOrDefault(actor, 0) <= i && i <= last.getOrDefault(actor, 0);
                text.append(isOurs ? event.fault() == CallFault.NONE ? "o " : "x " : isAlive ? "| " : "  ");
            }
            text.append(event.actor().isEmpty() ? "=== " : "").append(cut(event.what()));
            if (event.fault() != CallFault.NONE) {
                text.append("  <- ").append(event.fault());
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String cut(String what) {
        return what.length() <= LONGEST ? what : what.substring(0, LONGEST) + "…";
    }
}
