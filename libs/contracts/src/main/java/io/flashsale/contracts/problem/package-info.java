/** The types of problems in answers of the HTTP API, each with its status. */
@NullMarked
package io.flashsale.contracts.problem;

import org.jspecify.annotations.NullMarked;
