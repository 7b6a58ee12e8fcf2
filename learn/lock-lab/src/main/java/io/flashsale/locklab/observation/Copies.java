package io.flashsale.locklab.observation;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.replication.MasterAndReplica;
import io.flashsale.locklab.text.TextTable;
import java.io.PrintStream;

/** Follows a number from a Redis master to its replica, whose line is cut and mended, and through a fail-over. */
final class Copies {

    private static final String KEY = "stock";
    private static final int WAIT_MILLIS = 300;

    private final TextTable table = new TextTable("what happens", "answer", "master has", "replica has");
    private boolean asPromised = true;

    private Copies() {}

    static boolean observe(ProcessDirectory home, PrintStream out) throws InterruptedException {
        Copies copies = new Copies();
        try (MasterAndReplica servers = MasterAndReplica.KIND.start().apply(home)) {
            copies.follow(servers);
        }
        out.println(copies.table.text());
        try (FailOver failOver = new FailOver(home)) {
            failOver.watch();
            out.print(failOver.seen());
        }
        return copies.asPromised;
    }

    private void follow(MasterAndReplica servers) {
        servers.reset();
        try (Redis master = new Redis(servers.masterAddress());
                Redis replica = new Redis(servers.replicaAddress())) {
            master.call("SET", KEY, 100);
            Object answer = master.call("WAIT", 1, 0);
            add("ann: SET stock 100, WAIT 1", answer, value(master), value(replica), "1 100 100");

            servers.cutLine();
            answer = master.call("SET", KEY, 99);
            add("the line is cut; ann: SET stock 99", answer, value(master), value(replica), "OK 99 100");
            answer = master.call("WAIT", 1, WAIT_MILLIS);
            add("ann: WAIT 1 " + WAIT_MILLIS, answer, value(master), value(replica), "0 99 100");

            servers.mendLine();
            answer = master.call("WAIT", 1, 0);
            add("the line is mended; ann: WAIT 1", answer, value(master), value(replica), "1 99 99");

            servers.cutLine();
            answer = master.call("SET", KEY, 98);
            add("the line is cut; ann: SET stock 98", answer, value(master), value(replica), "OK 98 99");
            servers.killMaster();
            servers.promoteReplica();
            add("the master dies; the replica is promoted", "", "-", value(replica), " - 99");
        }
    }

    private static String value(Redis server) {
        return server.call("GET", KEY).text();
    }

    private void add(String what, Object answer, String master, String replica, String promised) {
        asPromised &= promised.equals(answer + " " + master + " " + replica);
        table.add(what, answer, master, replica);
    }
}
