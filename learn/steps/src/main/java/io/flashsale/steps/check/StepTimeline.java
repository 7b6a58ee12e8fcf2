package io.flashsale.steps.check;

import java.util.ArrayList;
import java.util.List;

/** What shoppers and checker did, in the order in which the checker saw it. */
final class StepTimeline {

    private static final int WIDTH = 44;
    private static final int MOST_SHOPPERS = 3;

    private final List<String> shoppers = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();

    /** @param shopper empty for the checker */
    private record Event(String shopper, String what) {}

    synchronized void add(String shopper, String what) {
        if (!shoppers.contains(shopper)) {
            shoppers.add(shopper);
        }
        events.add(new Event(shopper, what));
    }

    /** The statement is cut to the width of a column. */
    void addWaiting(String shopper, String statement) {
        int most = WIDTH - " … waits ".length();
        add(shopper, (statement.length() > most ? statement.substring(0, most) + "…" : statement) + " waits");
    }

    synchronized void addForAll(String what) {
        events.add(new Event("", what));
    }

    /** Begins anew: what came before is not worth a drawing. */
    synchronized void clear() {
        shoppers.clear();
        events.clear();
    }

    /** A column for each shopper, a line for each event; empty if there is nothing to draw, or too much. */
    synchronized String draw() {
        if (shoppers.isEmpty() || shoppers.size() > MOST_SHOPPERS) {
            return "";
        }
        StringBuilder drawing = new StringBuilder();
        shoppers.forEach(shopper -> drawing.append(cell(shopper)));
        drawing.append('\n');
        for (Event event : events) {
            int column = shoppers.indexOf(event.shopper());
            drawing.append(column < 0 ? "-- " + event.what() + " --" : " ".repeat(column * WIDTH) + event.what())
                    .append('\n');
        }
        return drawing.toString().replaceAll("(?m) +$", "");
    }

    private static String cell(String text) {
        return ("%-" + WIDTH + "s").formatted(text);
    }
}
