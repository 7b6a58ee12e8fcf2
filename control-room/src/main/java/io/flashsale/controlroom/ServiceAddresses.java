package io.flashsale.controlroom;

import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the services are that the control room looks at and plays shoppers at: scheme, host and port.
 *
 * @param gatewayUrl where simulated shoppers click, as all others do
 * @param gatewayManagementUrl where the gateway shows its meters
 * @param stockManagementUrl where stock-service shows its meters
 */
@ConfigurationProperties("flashsale.control-room")
public record ServiceAddresses(
        @DefaultValue("http://localhost:8080") URI gatewayUrl,
        @DefaultValue("http://localhost:9080") URI gatewayManagementUrl,
        @DefaultValue("http://localhost:9081") URI stockManagementUrl) {}
