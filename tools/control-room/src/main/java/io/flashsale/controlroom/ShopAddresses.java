package io.flashsale.controlroom;

import java.net.URI;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Scheme, host and port of the services that the control room reads and sends crowds to.
 *
 * @param gatewayUrl where simulated shoppers click, like all others
 * @param gatewayManagementUrl where the gateway's instances show their meters, separated by commas
 * @param stockManagementUrl the same for stock-service
 */
@ConfigurationProperties("flashsale.control-room")
public record ShopAddresses(
        @DefaultValue("http://localhost:8080") URI gatewayUrl,
        @DefaultValue("http://localhost:9080") List<URI> gatewayManagementUrl,
        @DefaultValue("http://localhost:9081") List<URI> stockManagementUrl) {}
