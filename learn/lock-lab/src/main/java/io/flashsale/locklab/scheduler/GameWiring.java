package io.flashsale.locklab.scheduler;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.locklab.run.Laboratory;
import io.flashsale.locklab.scenario.LockServer;
import io.flashsale.locklab.scenario.Worker;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Recording;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Connects a game's clients with their processes, the servers and the recording. */
final class GameWiring {

    private static final int STEPS_OF_A_PROCESS = 5_000;
    private static final Pattern SERVER_OF_URL = Pattern.compile("//[^/:]+:\\d+");

    private final GameScheme scheme;
    private final Laboratory.Prepared servers;
    private final List<LockObserver> observers;
    private final Recording recording;
    private final Map<Player, Seat> seats = new EnumMap<>(Player.class);

    GameWiring(GameScheme scheme, Laboratory.Prepared servers, String lock) {
        this.scheme = scheme;
        this.servers = servers;
        this.observers = servers.backends().observers(scheme.what().backends());
        this.recording = new Recording(lock, servers.resourceAddress(), observers);
    }

    Recording recording() {
        return recording;
    }

    /** The present seats: none before the game is open. */
    Map<Player, Seat> seats() {
        return seats;
    }

    /** Brings both clients to their first command. */
    void open(int stock) {
        for (Player player : Player.values()) {
            Worker worker = servers.workers().get(player.ordinal());
            Map<String, String> settings = settings();
            List<TcpProxy> links = scheme.hasLink() ? links(settings) : List.of();
            seats.put(player, new Seat(client(player, worker), links));
            worker.open(scheme.what().id(), servers.item(), settings);
        }
        servers.workers().getFirst().fill(stock);
        for (Player player : Player.values()) {
            Worker worker = servers.workers().get(player.ordinal());
            worker.recordOn(
                    recording,
                    player.ordinal() + 1,
                    STEPS_OF_A_PROCESS,
                    scheme.what().source());
        }
        servers.backends().recordOn(recording);
        recording.looksBy(() -> observers.forEach(recording::look));
        seats.values().forEach(Seat::begin);
        recording.look();
    }

    SteppedClient client(Player player, Worker worker) {
        return scheme.mayWait()
                ? new SteppedClient(player.clientName(), worker, this::newlyWaitingForRows)
                : new SteppedClient(player.clientName(), worker);
    }

    /** Clients that wait at a server and are not yet known to wait. */
    private long newlyWaitingForRows() {
        return servers.backends().waitingNow()
                - seats.values().stream()
                        .filter(seat -> seat.client().waitsForRow())
                        .count();
    }

    private Map<String, String> settings() {
        Map<String, String> all = new HashMap<>(servers.backends().settings());
        all.putAll(scheme.allSettings());
        all.put("resource", servers.resourceAddress());
        return all;
    }

    /** Routes the clients' server calls through proxies. The lab itself calls the servers directly. */
    private List<TcpProxy> links(Map<String, String> settings) {
        List<TcpProxy> links = new ArrayList<>();
        LockServer lockServer = servers.backends().get(LockServer.KIND);
        TcpProxy toLockServer = TcpProxy.to(portOf(lockServer.redis().address()));
        links.add(toLockServer);
        String address = "127.0.0.1:" + toLockServer.port();
        recording.alsoAt(address, LockServer.LANE);
        settings.put("direct-redis", settings.getOrDefault("redis", ""));
        settings.put("redis", address);
        String zooKeeper = settings.get("zookeeper");
        if (zooKeeper != null) {
            settings.put("direct-zookeeper", zooKeeper);
            settings.put(
                    "zookeeper",
                    Stream.of(zooKeeper.split(","))
                            .map(server -> proxied(server, links))
                            .collect(Collectors.joining(",")));
        }
        String url = settings.get("jdbc-url");
        Matcher server = SERVER_OF_URL.matcher(url == null ? "" : url);
        if (url != null && server.find()) {
            TcpProxy toDatabase = TcpProxy.to(portOf(server.group()));
            links.add(toDatabase);
            settings.put("direct-jdbc-url", url);
            settings.put("jdbc-url", server.replaceFirst("//127.0.0.1:" + toDatabase.port()));
        }
        return links;
    }

    private static String proxied(String server, List<TcpProxy> links) {
        links.add(TcpProxy.to(portOf(server)));
        return "127.0.0.1:" + links.getLast().port();
    }

    private static int portOf(String address) {
        return Integer.parseInt(address, address.lastIndexOf(':') + 1, address.length(), 10);
    }
}
