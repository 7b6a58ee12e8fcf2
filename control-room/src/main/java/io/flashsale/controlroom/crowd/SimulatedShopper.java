package io.flashsale.controlroom.crowd;

/** An account that order-service made for a crowd, logged in; one line of what it answers. */
record SimulatedShopper(String userId, String token) {}
