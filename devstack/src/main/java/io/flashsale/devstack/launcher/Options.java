package io.flashsale.devstack.launcher;

import java.nio.file.Path;

/** The command line of {@code ./demo}. */
record Options(Database database, boolean fresh, Path data, String host, int port, boolean smoke, boolean help) {

    static final String HELP = """
            Usage: ./demo [options]

            Builds what is stale, starts the servers and the services, adds demo data and prints the address.
            Ctrl-C stops everything.

              --port=N            port of the gateway, for the browser (8080)
              --host=ADDRESS      address the gateway listens on (127.0.0.1; 0.0.0.0 for all)
              --db=mariadb|mysql  database server (mariadb)
              --data=DIR          where data and logs are (.flashsale/demo in the project)
              --fresh             throw away that data first
              --smoke             start everything with data of its own, buy something, stop, report
              --help              this text

            Existing servers are used instead of own ones if these variables are set:
              SPRING_DATA_REDIS_HOST, SPRING_DATA_REDIS_PORT   Redis
              SPRING_KAFKA_BOOTSTRAP_SERVERS                   Kafka
              FLASHSALE_DB_HOST, FLASHSALE_DB_PORT, FLASHSALE_DB_USER, FLASHSALE_DB_PASSWORD
                                                               MySQL or MariaDB with flashsale_stock, _order, _lab
            """;

    enum Database {
        MARIADB,
        MYSQL
    }

    /** @throws UsageException for anything that is not in {@link #HELP} */
    static Options parse(Path root, String... arguments) {
        Options options =
                new Options(Database.MARIADB, false, root.resolve(".flashsale/demo"), "127.0.0.1", 8080, false, false);
        for (String argument : arguments) {
            options = options.with(argument);
        }
        return options;
    }

    private Options with(String argument) {
        int equals = argument.indexOf('=');
        String name = equals < 0 ? argument : argument.substring(0, equals + 1);
        String value = equals < 0 ? "" : argument.substring(equals + 1);
        return switch (name) {
            case "--db=" -> new Options(database(value), fresh, data, host, port, smoke, help);
            case "--data=" -> new Options(database, fresh, directory(value), host, port, smoke, help);
            case "--host=" -> new Options(database, fresh, data, required("--host", value), port, smoke, help);
            case "--port=" -> new Options(database, fresh, data, host, port(value), smoke, help);
            case "--fresh" -> new Options(database, true, data, host, port, smoke, help);
            case "--smoke" -> new Options(database, fresh, data, host, port, true, help);
            case "--help", "-h" -> new Options(database, fresh, data, host, port, smoke, true);
            default -> throw new UsageException("Unknown option " + argument + ", see ./demo --help");
        };
    }

    private static Database database(String value) {
        return switch (value) {
            case "mariadb" -> Database.MARIADB;
            case "mysql" -> Database.MYSQL;
            default -> throw new UsageException("--db is mariadb or mysql, not '" + value + "'");
        };
    }

    private static Path directory(String value) {
        return Path.of(required("--data", value)).toAbsolutePath().normalize();
    }

    private static int port(String value) {
        try {
            int port = Integer.parseInt(value);
            if (port >= 1 && port <= 65_535) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new UsageException("--port is a number from 1 to 65535, not '" + value + "'");
    }

    private static String required(String option, String value) {
        if (value.isEmpty()) {
            throw new UsageException(option + " needs a value");
        }
        return value;
    }

    /** The command line is not understood; the message is one line for the user. */
    static final class UsageException extends RuntimeException {
        UsageException(String message) {
            super(message);
        }
    }
}
