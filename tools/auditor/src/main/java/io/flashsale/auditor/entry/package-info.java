/** Sales that ask for purchase tickets. */
@NullMarked
package io.flashsale.auditor.entry;

import org.jspecify.annotations.NullMarked;
