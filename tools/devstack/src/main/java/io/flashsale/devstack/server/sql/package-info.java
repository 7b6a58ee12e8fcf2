/** MariaDB and MySQL. */
@NullMarked
package io.flashsale.devstack.server.sql;

import org.jspecify.annotations.NullMarked;
