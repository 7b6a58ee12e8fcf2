@NullMarked
package io.flashsale.chaos.report;

import org.jspecify.annotations.NullMarked;
