package io.flashsale.client.model;

public record Account(long id, String username) {}
