/** The judged shop as the kit touches it: HTTP, SQL, Redis, and shell commands. */
@NullMarked
package io.flashsale.judge.shop;

import org.jspecify.annotations.NullMarked;
