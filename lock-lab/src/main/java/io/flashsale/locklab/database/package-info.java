/** The database as lock and as system of record: a row as a lock, a locked row, and updates that say what they expect. */
@NullMarked
package io.flashsale.locklab.database;

import org.jspecify.annotations.NullMarked;
