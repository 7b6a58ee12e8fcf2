@NullMarked
package io.flashsale.contracts.problem;

import org.jspecify.annotations.NullMarked;
