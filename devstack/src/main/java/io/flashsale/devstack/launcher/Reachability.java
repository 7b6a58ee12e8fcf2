package io.flashsale.devstack.launcher;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What others could reach of a demo, whose passwords everybody can read, or what it could reach of theirs. */
final class Reachability {

    private Reachability() {}

    /** Sentences about what is not of this machine alone; none if all is. */
    static List<String> beyondThisMachine(DemoSettings settings, Map<String, String> environment) {
        List<String> sentences = new ArrayList<>();
        if (!isThisMachine(settings.host())) {
            sentences.add(
                    "Others can reach the shop at " + settings.host() + ", and log in with the demo's passwords.");
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
