package io.flashsale.devstack.server.sql;

/** A database of a server, and its user. The first connection creates the database. */
public record SqlDatabase(String schema, String jdbcUrl, String user, String password) {

    /** The URL for MySQL's driver, with MySQL or MariaDB; times travel as UTC. */
    public static String jdbcUrl(String host, int port, String schema) {
        return "jdbc:mysql://" + host + ":" + port + "/" + schema
                + "?createDatabaseIfNotExist=true&sslMode=DISABLED&allowPublicKeyRetrieval=true"
                + "&connectionTimeZone=UTC&forceConnectionTimeZoneToSession=true&rewriteBatchedStatements=true";
    }

    /** A table of the numbers from 1 on in a column {@code seq}, for MySQL and MariaDB. */
    public static String numbersTo(int last) {
        return "JSON_TABLE(CONCAT('[0', REPEAT(',0', " + (last - 1)
                + "), ']'), '$[*]' COLUMNS (seq FOR ORDINALITY)) AS numbers";
    }

    @Override
    public String toString() {
        return "SqlDatabase[" + jdbcUrl + "]";
    }
}
