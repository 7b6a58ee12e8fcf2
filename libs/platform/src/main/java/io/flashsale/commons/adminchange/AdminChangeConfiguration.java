package io.flashsale.commons.adminchange;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Imported by services that have table {@code admin_change}. */
@Configuration(proxyBeanMethods = false)
@Import({AdminChanges.class, AdminChangeFilter.class})
public class AdminChangeConfiguration {}
