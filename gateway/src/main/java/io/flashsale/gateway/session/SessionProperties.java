package io.flashsale.gateway.session;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configures the cookie of a logged-in browser.
 *
 * @param secureCookie whether browsers send it over HTTPS only, and accept it from this exact host only; false only
 *     without HTTPS, as on a developer's machine
 */
@ConfigurationProperties("flashsale.gateway.session")
record SessionProperties(@DefaultValue("true") boolean secureCookie) {}
