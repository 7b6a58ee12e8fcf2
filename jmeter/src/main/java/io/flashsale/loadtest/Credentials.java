package io.flashsale.loadtest;

/** Name and password of the administrator. */
record Credentials(String name, String password) {}
