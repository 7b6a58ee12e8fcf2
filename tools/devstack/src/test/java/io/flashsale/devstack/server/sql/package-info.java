/** Tests with real databases. */
@NullMarked
package io.flashsale.devstack.server.sql;

import org.jspecify.annotations.NullMarked;
