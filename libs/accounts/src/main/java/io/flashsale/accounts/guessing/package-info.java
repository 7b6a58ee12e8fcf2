/** Protection against guessing passwords. */
@NullMarked
package io.flashsale.accounts.guessing;

import org.jspecify.annotations.NullMarked;
