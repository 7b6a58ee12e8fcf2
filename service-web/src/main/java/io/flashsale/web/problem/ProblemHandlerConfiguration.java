package io.flashsale.web.problem;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Registers the handlers that turn exceptions into problems. */
@Configuration(proxyBeanMethods = false)
@Import({ProblemHandler.class, DatabaseProblemHandler.class})
public class ProblemHandlerConfiguration {}
