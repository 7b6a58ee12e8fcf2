package io.flashsale.simulation.script;

import io.flashsale.simulation.redis.CommandReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Ends holds. */
record ReleaseStep(int gate, List<Hold> holds) implements Step.OfScript {

    record Hold(String user, String reservation, int units, boolean ticketBack) {}

    @Override
    public Step.Call call(ReferenceState known) {
        List<Object> arguments = new ArrayList<>();
        holds.forEach(hold ->
                arguments.addAll(List.of(hold.user(), hold.reservation(), hold.units(), hold.ticketBack() ? "1" : "")));
        return Step.Call.of("release", List.of(Names.gate(gate), Names.holders(gate)), arguments.toArray());
    }

    @Override
    public CommandReply rule(ReferenceState known) {
        Map<String, String> gateNow = known.hash(Names.gate(gate));
        Map<String, String> holders = known.hash(Names.holders(gate));
        List<String> outcomes = new ArrayList<>();
        int ended = 0;
        int units = 0;
        for (Hold hold : holds) {
            if (hold.ticketBack()) {
                giveTicketBack(known, hold);
            }
            if (!gateNow.containsKey("epoch")) {
                outcomes.add("MISSING");
                continue;
            }
            int limit = Integer.parseInt(gateNow.getOrDefault("limit", "1"));
            boolean held = false;
            for (int n = 1; n <= limit; n++) {
                String place = n == 1 ? hold.user() : hold.user() + "#" + n;
                if (holders.remove(place, hold.reservation())) {
                    held = true;
                    ended++;
                    units += hold.units();
                }
            }
            outcomes.add(held ? "RELEASED" : "NOT_HELD");
        }
        if (ended > 0) {
            known.add(gateNow, "remaining", units);
            known.add(gateNow, "returned", ended);
        }
        return CommandReply.of(outcomes);
    }

    /** The ticket may be used again, and as long as when it was issued, if this reservation has used it. */
    private void giveTicketBack(ReferenceState known, Hold hold) {
        String entry = Names.gate(gate) + ":entry";
        String given = known.hash(entry + ":numbers").get(hold.user());
        if (given == null) {
            return;
        }
        String number = given.split(":")[0];
        if (!known.hash(entry + ":used").remove(number, hold.reservation())) {
            return;
        }
        String issued = known.hash(entry + ":issued").get(number);
        if (issued != null) {
            String[] fromTo = issued.split(":");
            long until = known.now + Long.parseLong(fromTo[1]) - Long.parseLong(fromTo[0]);
            known.scores(entry + ":tickets").put(number, until);
            known.hash(entry + ":issued").put(number, known.now + ":" + until);
        }
    }
}
