/** The types of problems that the HTTP API answers, each with its status. */
@NullMarked
package io.flashsale.contracts.problem;

import org.jspecify.annotations.NullMarked;
