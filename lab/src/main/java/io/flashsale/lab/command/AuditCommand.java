package io.flashsale.lab.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.admission.GateConnections;
import io.flashsale.lab.audit.Auditor;
import io.flashsale.lab.audit.ClientRecord;
import io.flashsale.lab.audit.Verdict;
import io.flashsale.lab.books.BookDatabase;
import io.flashsale.lab.books.BooksUnavailableException;
import io.flashsale.lab.books.Gates;
import io.flashsale.lab.books.OrderBooks;
import io.flashsale.lab.books.QueueProgress;
import io.flashsale.lab.books.StockBooks;
import io.flashsale.lab.naive.NaiveAuditor;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** {@code lab/audit SALE}: prints a verdict; the exit code is {@link #HOLDS}, {@link #VIOLATED} or {@link #NOT_MEASURED}. */
public final class AuditCommand {

    public static final int HOLDS = 0;
    public static final int VIOLATED = 1;
    public static final int NOT_MEASURED = 2;

    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    public AuditCommand(Map<String, String> environment, PrintStream out, PrintStream err) {
        this.environment = environment;
        this.out = out;
        this.err = err;
    }

    /** As the process: ends the JVM. */
    public static void main(List<String> arguments) {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF); // the verdict is all it says
        System.exit(new AuditCommand(System.getenv(), System.out, System.err).run(arguments));
    }

    /** The exit code. */
    public int run(List<String> arguments) {
        try {
            Options options =
                    Options.parse(arguments, Path.of(System.getProperty("flashsale.root", "."), ".flashsale", "demo"));
            if (options.help()) {
                out.print(Options.USAGE);
                return HOLDS;
            }
            ClientRecord clients = options.clients() == null ? null : ClientFile.read(options.clients());
            Connections connections = new Connections(environment, options.data());
            Optional<Verdict> verdict =
                    options.naive() ? auditNaive(connections, options, clients) : audit(connections, options, clients);
            return verdict.map(found -> print(found, options.json()))
                    .orElseGet(() -> notMeasured("there is no sale " + options.saleId()
                            + (options.naive() ? " of the naive path" : "") + ": look for its id in GET /api/sales"));
        } catch (UsageException usage) {
            return notMeasured(usage.getMessage());
        } catch (BooksUnavailableException away) {
            return notMeasured(away.getMessage() + ": is it running, and are address and password right?");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return notMeasured("interrupted");
        }
    }

    private static Optional<Verdict> audit(Connections connections, Options options, @Nullable ClientRecord clients)
            throws InterruptedException {
        RedissonClient redis = redis(connections);
        Gates gates = new Gates(redis);
        try (HikariDataSource stock = BookDatabase.pool("stock", connections.stock());
                HikariDataSource order = BookDatabase.pool("order", connections.order())) {
            OrderBooks orders = new OrderBooks(order);
            try (QueueProgress queues =
                    new QueueProgress(gates, orders, Map.of("bootstrap.servers", connections.kafka()))) {
                Auditor auditor = Auditor.of(new StockBooks(stock), orders, gates, queues, Clock.systemUTC());
                return clients == null
                        ? auditor.audit(options.saleId(), options.patience())
                        : auditor.audit(options.saleId(), options.patience(), clients);
            }
        } finally {
            redis.shutdown();
        }
    }

    private static Optional<Verdict> auditNaive(
            Connections connections, Options options, @Nullable ClientRecord clients) throws InterruptedException {
        try (HikariDataSource lab = BookDatabase.pool("lab", connections.lab())) {
            return new NaiveAuditor(lab, Clock.systemUTC()).audit(options.saleId(), options.patience(), clients);
        }
    }

    private static RedissonClient redis(Connections connections) {
        Config config = new Config();
        config.setLazyInitialization(true);
        config.setPassword(connections.redisPassword());
        GateConnections.tryTwice(config.useSingleServer())
                .setAddress(connections.redisAddress())
                .setDatabase(connections.redisDatabase())
                .setTimeout(2_000)
                .setConnectTimeout(1_000)
                .setConnectionMinimumIdleSize(1)
                .setConnectionPoolSize(4);
        return Redisson.create(config);
    }

    private int print(Verdict verdict, boolean json) {
        out.print(json ? JsonMapper.shared().writeValueAsString(verdict) + "\n" : Report.of(verdict));
        return verdict.holds() ? HOLDS : verdict.violated() ? VIOLATED : NOT_MEASURED;
    }

    private int notMeasured(@Nullable String why) {
        err.println("audit: " + why);
        return NOT_MEASURED;
    }
}
