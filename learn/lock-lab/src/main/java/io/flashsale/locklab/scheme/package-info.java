/** What a scheme is: a lock or a way of taking units from stock, with named steps at which it can be stopped. */
@NullMarked
package io.flashsale.locklab.scheme;

import org.jspecify.annotations.NullMarked;
