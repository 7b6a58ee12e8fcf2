package io.flashsale.devstack.launcher;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds out whether others can reach this demo, whose passwords are public, or whether it uses servers elsewhere. */
final class Reachability {

    private Reachability() {}

    /** A warning for each connection beyond this machine; empty if there is none. */
    static List<String> beyondThisMachine(String host, Map<String, String> environment) {
        List<String> sentences = new ArrayList<>();
        if (!isThisMachine(host)) {
            sentences.add("Others can reach the shop at " + host + ", and log in with the demo's passwords.");
        }
        String database = environment.getOrDefault("FLASHSALE_DB_HOST", "localhost");
        if (!isThisMachine(database)) {
            sentences.add("The demo's accounts would be made in the database at " + database + ".");
        }
        return sentences;
    }

    private static boolean isThisMachine(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException whoKnows) {
            return false;
        }
    }
}
