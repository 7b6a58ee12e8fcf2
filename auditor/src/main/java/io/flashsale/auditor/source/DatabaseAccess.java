package io.flashsale.auditor.source;

/**
 * Where a database is, and who may read it.
 *
 * @param url its JDBC address
 */
public record DatabaseAccess(String url, String username, String password) {}
