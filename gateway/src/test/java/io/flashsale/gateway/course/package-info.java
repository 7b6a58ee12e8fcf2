@NullMarked
package io.flashsale.gateway.course;

import org.jspecify.annotations.NullMarked;
