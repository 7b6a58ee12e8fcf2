/**
 * The service for administrators: the live view of a sale, crowds of simulated shoppers, audits, and in the demo faults. Keeps no
 * data of its own.
 */
@NullMarked
package io.flashsale.controlroom;

import org.jspecify.annotations.NullMarked;
