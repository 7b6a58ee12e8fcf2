/** The running system that tests share, its clients, and direct readers of its databases. */
@NullMarked
package io.flashsale.system.harness;

import org.jspecify.annotations.NullMarked;
