package io.flashsale.controlroom;

import java.net.URI;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the services are that the control room looks at and sends its crowds to: scheme, host and port.
 *
 * @param gatewayUrl where simulated shoppers click, as all others do
 * @param gatewayManagementUrl where the gateway shows its meters; of several instances all, separated by commas
 * @param stockManagementUrl the same for stock-service
 */
@ConfigurationProperties("flashsale.control-room")
public record ServiceAddresses(
        @DefaultValue("http://localhost:8080") URI gatewayUrl,
        @DefaultValue("http://localhost:9080") List<URI> gatewayManagementUrl,
        @DefaultValue("http://localhost:9081") List<URI> stockManagementUrl) {}
