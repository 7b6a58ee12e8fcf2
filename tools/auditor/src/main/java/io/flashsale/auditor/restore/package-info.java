/** Completes a restore: gives the restored store what the other stores still know, and names what is lost. */
@NullMarked
package io.flashsale.auditor.restore;

import org.jspecify.annotations.NullMarked;
