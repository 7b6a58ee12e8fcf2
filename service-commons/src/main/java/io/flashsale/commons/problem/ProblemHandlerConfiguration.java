package io.flashsale.commons.problem;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Registers the handlers that turn exceptions and the container's errors into problems. */
@Configuration(proxyBeanMethods = false)
@Import({ProblemHandler.class, DatabaseProblemHandler.class, ProblemErrorController.class})
public class ProblemHandlerConfiguration {}
