package io.flashsale.auditor.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.command.ExportedOrders.Comparison;
import io.flashsale.auditor.sale.NaiveAuditor;
import io.flashsale.auditor.sale.SaleAuditor;
import io.flashsale.auditor.sale.SaleVerdict;
import io.flashsale.auditor.source.GateReader;
import io.flashsale.auditor.source.OrderReader;
import io.flashsale.auditor.source.QueueReader;
import io.flashsale.auditor.source.ReadOnlyDatabase;
import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.auditor.source.StockReader;
import io.flashsale.commandline.CommandProgram;
import io.flashsale.commandline.UsageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs {@code tools/auditor/audit SALE}: prints a verdict; exits with {@link #HOLDS}, {@link #VIOLATED} or {@link
 * #NOT_MEASURED}.
 */
public record AuditCommand(Map<String, String> environment, PrintStream out, PrintStream err) {

    public static final int HOLDS = 0;
    public static final int VIOLATED = 1;
    public static final int NOT_MEASURED = CommandProgram.COULD_NOT_RUN;

    static final CommandProgram<AuditOptions> PROGRAM = new CommandProgram<>("audit", AuditOptions.class, List.of());

    public static void main(String... arguments) {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF); // it prints only the verdict
        System.exit(new AuditCommand(System.getenv(), System.out, System.err).run(List.of(arguments)));
    }

    /** Runs the command and returns the exit code. */
    public int run(List<String> typed) {
        return PROGRAM.run(typed, out, err, this::audit);
    }

    private int audit(AuditOptions options) throws InterruptedException {
        ClientRecord clients = options.clients() == null ? null : ClientFile.read(options.clients());
        Connections connections = new Connections(environment, options.data());
        try {
            if (options.orders() != null) {
                return compare(connections, options.saleId(), options.orders(), options.json());
            }
            return (options.naive() ? auditNaive(connections, options, clients) : audit(connections, options, clients))
                    .map(found -> print(found, options.json()))
                    .orElseThrow(() -> new UsageException("there is no sale " + options.saleId()
                            + (options.naive() ? " of the naive path" : "") + ": look for its id in GET /api/sales"));
        } catch (SourceUnavailableException away) {
            throw new UsageException(away.getMessage() + ": is it running, and are address and password right?");
        }
    }

    private static Optional<SaleVerdict> audit(
            Connections connections, AuditOptions options, @Nullable ClientRecord clients) throws InterruptedException {
        RedissonClient redis = Redisson.create(connections.redis());
        GateReader gates = new GateReader(redis);
        try (HikariDataSource stock = ReadOnlyDatabase.pool("stock", connections.stock());
                HikariDataSource order = ReadOnlyDatabase.pool("order", connections.order())) {
            StockReader sales = new StockReader(stock);
            OrderReader orders = new OrderReader(order);
            try (QueueReader queues = new QueueReader(gates, sales, orders, connections.kafka())) {
                return new SaleAuditor(sales, orders, gates, queues)
                        .audit(options.saleId(), options.timeout(), clients);
            }
        } finally {
            redis.shutdown();
        }
    }

    private static Optional<SaleVerdict> auditNaive(
            Connections connections, AuditOptions options, @Nullable ClientRecord clients) throws InterruptedException {
        try (HikariDataSource lab = ReadOnlyDatabase.pool("lab", connections.lab())) {
            return new NaiveAuditor(lab, Clock.systemUTC()).audit(options.saleId(), options.timeout(), clients);
        }
    }

    private int compare(Connections connections, long saleId, Path file, boolean json) {
        try (HikariDataSource order = ReadOnlyDatabase.pool("order", connections.order())) {
            Comparison found = ExportedOrders.compare(file, saleId, new OrderReader(order).exported(saleId));
            out.print(json ? JsonMapper.shared().writeValueAsString(found) + "\n" : VerdictTable.of(found));
            return found.findings().isEmpty() ? HOLDS : VIOLATED;
        }
    }

    private int print(SaleVerdict verdict, boolean json) {
        out.print(json ? JsonMapper.shared().writeValueAsString(verdict) + "\n" : VerdictTable.of(verdict));
        return verdict.holds() ? HOLDS : verdict.violated() ? VIOLATED : NOT_MEASURED;
    }
}
