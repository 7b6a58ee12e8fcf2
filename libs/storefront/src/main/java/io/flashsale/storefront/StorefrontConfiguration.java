package io.flashsale.storefront;

import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;

/** All pages with their files, for the gateway, which imports it. */
@Configuration(proxyBeanMethods = false)
@ComponentScan
@ConfigurationPropertiesScan
public class StorefrontConfiguration {}
