package io.flashsale.commons.openapi;

/** Title and purpose of a service's API, as its OpenAPI document states them. A service declares one as a bean. */
public record ApiDescription(String title, String description) {}
