/** The database as a lock and as the system of record: a row as a lock, row locks, and conditional updates. */
@NullMarked
package io.flashsale.locklab.database;

import org.jspecify.annotations.NullMarked;
