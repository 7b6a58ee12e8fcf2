@NullMarked
package io.flashsale.web.security;

import org.jspecify.annotations.NullMarked;
