/** The running system that the tests share, its clients, and what reads its databases behind its back. */
@NullMarked
package io.flashsale.system.harness;

import org.jspecify.annotations.NullMarked;
