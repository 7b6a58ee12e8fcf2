package io.flashsale.loadtest;

/** Name and password of the administrator. */
record AdminCredentials(String name, String password) {}
