/** The tested system: servers, services, the lines between them, and their data. */
@NullMarked
package io.flashsale.chaos.system;

import org.jspecify.annotations.NullMarked;
