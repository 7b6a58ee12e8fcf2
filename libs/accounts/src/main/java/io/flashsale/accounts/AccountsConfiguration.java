package io.flashsale.accounts;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;

/** Everything of accounts, for the service that imports it; its database has the tables of {@code sql/order}. */
@Configuration(proxyBeanMethods = false)
@AutoConfigurationPackage // where MyBatis-Plus looks for mappers
@ComponentScan
@ConfigurationPropertiesScan
public class AccountsConfiguration {}
