package io.flashsale.auditor.command;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.auditor.coupon.CouponAuditor;
import io.flashsale.auditor.coupon.CouponVerdict;
import io.flashsale.auditor.restore.Losses;
import io.flashsale.auditor.restore.LostPrices;
import io.flashsale.auditor.restore.Restoration;
import io.flashsale.auditor.restore.Stores;
import io.flashsale.auditor.sale.Deadline;
import io.flashsale.auditor.sale.SaleAuditor;
import io.flashsale.auditor.sale.SaleVerdict;
import io.flashsale.auditor.source.CouponReader;
import io.flashsale.auditor.source.GateReader;
import io.flashsale.auditor.source.OrderReader;
import io.flashsale.auditor.source.QueueReader;
import io.flashsale.auditor.source.ReadOnlyDatabase;
import io.flashsale.auditor.source.SourceUnavailableException;
import io.flashsale.auditor.source.StockReader;
import io.flashsale.commandline.CommandProgram;
import io.flashsale.commandline.UsageException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.slf4j.LoggerFactory;

/** Runs {@code tools/auditor/restore TIME}; its exit codes are those of {@link AuditCommand}. */
public record RestoreCommand(Map<String, String> environment, PrintStream out, PrintStream err) {

    static final CommandProgram<RestoreOptions> PROGRAM =
            new CommandProgram<>("restore", RestoreOptions.class, List.of());

    public static void main(String... arguments) {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        System.exit(new RestoreCommand(System.getenv(), System.out, System.err).run(List.of(arguments)));
    }

    /** Runs the command and returns the exit code. */
    public int run(List<String> typed) {
        return PROGRAM.run(typed, out, err, this::run);
    }

    private int run(RestoreOptions options) throws InterruptedException {
        Connections connections = new Connections(environment, options.data());
        RedissonClient redis = Redisson.create(connections.redis());
        try (HikariDataSource stock = ReadOnlyDatabase.pool("stock", connections.stock());
                HikariDataSource order = ReadOnlyDatabase.pool("order", connections.order());
                HikariDataSource coupon = ReadOnlyDatabase.pool("coupon", connections.coupon())) {
            Map<String, Object> kafka = connections.kafka();
            Stores stores = Stores.of(stock, order, coupon, redis, kafka);
            return options.checking()
                    ? check(stores, options.backup(), stock, order, coupon)
                    : restore(stores, options.backup());
        } catch (SourceUnavailableException away) {
            throw new UsageException(away.getMessage() + ": is it running, and are address and password right?");
        } finally {
            redis.shutdown();
        }
    }

    private int restore(Stores stores, Instant backup) {
        Restoration restoration = new Restoration(stores);
        List<String> running = restoration.running();
        if (!running.isEmpty()) {
            throw new UsageException("stop all services first: of the consumer groups, " + String.join(", ", running)
                    + " is at work (a killed service leaves its group after 10 s)");
        }
        Restoration.Done done = restoration.run(backup);
        out.printf(
                "Kafka: %d messages will be read again; %d releases, %d settlements of coupons and %d reservations"
                        + " were sent again.%n",
                done.readAgain(), done.released(), done.settled(), done.reserved());
        out.println("Redis: all gates will be rebuilt.");
        List<String> prices = new LostPrices(stores).since(backup);
        if (!prices.isEmpty()) {
            out.println(
                    "MySQL has forgotten prices of accepted orders. Before you start services, run in flashsale_stock:");
            prices.forEach(out::println);
        }
        out.println("Start the services, and then run this with --check.");
        return AuditCommand.HOLDS;
    }

    private int check(
            Stores stores, Instant backup, HikariDataSource stock, HikariDataSource order, HikariDataSource coupon)
            throws InterruptedException {
        StockReader sales = new StockReader(stock);
        OrderReader orders = new OrderReader(order);
        CouponReader coupons = new CouponReader(coupon);
        GateReader gates = new GateReader(stores.redis());
        boolean violated = false;
        boolean holds = true;
        try (QueueReader queues = new QueueReader(gates, sales, orders, stores.kafka())) {
            SaleAuditor saleAuditor = new SaleAuditor(sales, orders, gates, queues);
            for (long sale : sales.recent()) {
                SaleVerdict verdict =
                        saleAuditor.audit(sale, Deadline.MAX_TIMEOUT, null).orElseThrow();
                out.print(verdict.holds() ? "Sale " + sale + ": HOLDS\n" : VerdictTable.of(verdict));
                violated |= verdict.violated();
                holds &= verdict.holds();
            }
            CouponAuditor couponAuditor = new CouponAuditor(coupons, orders, stores.redis(), queues);
            for (long template : coupons.recent()) {
                CouponVerdict verdict = couponAuditor
                        .audit(template, Deadline.MAX_TIMEOUT, null)
                        .orElseThrow();
                out.println("Coupon template " + template + ": " + (verdict.holds() ? "HOLDS" : said(verdict)));
                violated |= isViolated(verdict);
                holds &= verdict.holds();
            }
        }
        List<String> lost = new Losses(stores).since(backup);
        lost.forEach(out::println);
        out.println(lost.isEmpty() ? "Kafka and MySQL know of nothing that is lost." : "In all: " + counted(lost));
        return violated ? AuditCommand.VIOLATED : holds ? AuditCommand.HOLDS : AuditCommand.NOT_MEASURED;
    }

    private static String counted(List<String> lines) {
        return lines.stream()
                .collect(groupingBy(line -> line.substring(0, line.indexOf(':')), TreeMap::new, counting()))
                .entrySet()
                .stream()
                .map(kind -> kind.getValue() + " " + kind.getKey())
                .collect(joining(", "));
    }

    private static boolean isViolated(CouponVerdict verdict) {
        return verdict.drained() && !verdict.holds();
    }

    private static String said(CouponVerdict verdict) {
        return isViolated(verdict)
                ? verdict.invariants().stream()
                        .flatMap(line -> line.findings().stream())
                        .map(finding -> finding.kind().slug() + " " + finding.count() + ", first " + finding.first())
                        .collect(joining("; ", "VIOLATED: ", ""))
                : "NOT MEASURED: " + String.join(", ", verdict.waitingFor());
    }
}
