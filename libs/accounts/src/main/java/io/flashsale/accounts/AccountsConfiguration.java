package io.flashsale.accounts;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;

/** Everything of accounts, for the service that imports it; its database has the tables of {@code sql/order}. */
@Configuration(proxyBeanMethods = false)
@AutoConfigurationPackage // where MyBatis-Plus looks for mappers
@ComponentScan(excludeFilters = @ComponentScan.Filter(type = FilterType.CUSTOM, classes = TypeExcludeFilter.class))
@ConfigurationPropertiesScan
public class AccountsConfiguration {}
