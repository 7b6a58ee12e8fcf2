@NullMarked
package io.flashsale.web;

import org.jspecify.annotations.NullMarked;
