@NullMarked
package io.flashsale.chaos.nemesis;

import org.jspecify.annotations.NullMarked;
