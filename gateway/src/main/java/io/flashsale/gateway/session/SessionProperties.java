package io.flashsale.gateway.session;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The cookie of a browser that is logged in.
 *
 * @param secureCookie whether browsers send it over HTTPS only, and accept it from nobody but this very host; false only
 *     where there is no HTTPS, as on one's own machine
 */
@ConfigurationProperties("flashsale.gateway.session")
record SessionProperties(@DefaultValue("true") boolean secureCookie) {}
