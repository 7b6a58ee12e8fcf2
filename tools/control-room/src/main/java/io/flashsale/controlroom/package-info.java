/** The service for administrators: live view, simulated crowds, audits, and faults in the demo. Stores no data. */
@NullMarked
package io.flashsale.controlroom;

import org.jspecify.annotations.NullMarked;
