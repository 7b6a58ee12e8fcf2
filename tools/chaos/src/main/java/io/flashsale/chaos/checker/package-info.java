/** What shoppers asked and were told, what the databases have, and the checks that they match. */
@NullMarked
package io.flashsale.chaos.checker;

import org.jspecify.annotations.NullMarked;
