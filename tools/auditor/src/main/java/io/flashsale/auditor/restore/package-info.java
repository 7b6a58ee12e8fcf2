/** What completes a restore: the restored store is given what the others still know, and what is lost is named. */
@NullMarked
package io.flashsale.auditor.restore;

import org.jspecify.annotations.NullMarked;
