/** The system that is tested: servers, services, the lines between them, and what they keep. */
@NullMarked
package io.flashsale.chaos.system;

import org.jspecify.annotations.NullMarked;
