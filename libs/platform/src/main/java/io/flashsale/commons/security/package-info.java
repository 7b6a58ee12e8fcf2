@NullMarked
package io.flashsale.commons.security;

import org.jspecify.annotations.NullMarked;
