package io.flashsale.devstack.server.sql;

/** One database of a server, and who may use it. It comes into being when the first connection is opened. */
public record SqlDatabase(String schema, String jdbcUrl, String user, String password) {

    /** For MySQL's driver, with MySQL and MariaDB; times travel as UTC. */
    public static String jdbcUrl(String host, int port, String schema) {
        return "jdbc:mysql://" + host + ":" + port + "/" + schema
                + "?createDatabaseIfNotExist=true&sslMode=DISABLED&allowPublicKeyRetrieval=true"
                + "&connectionTimeZone=UTC&forceConnectionTimeZoneToSession=true&rewriteBatchedStatements=true";
    }

    @Override
    public String toString() {
        return "SqlDatabase[" + jdbcUrl + "]";
    }
}
