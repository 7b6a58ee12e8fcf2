package io.flashsale.auditor.source;

/**
 * The address of a database, and a user who may read it.
 *
 * @param url its JDBC address
 */
public record DatabaseAccess(String url, String username, String password) {}
