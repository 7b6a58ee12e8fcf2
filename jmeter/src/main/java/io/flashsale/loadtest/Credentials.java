package io.flashsale.loadtest;

/** Who logs in as administrator. */
record Credentials(String name, String password) {}
