@NullMarked
package io.flashsale.devstack.launcher;

import org.jspecify.annotations.NullMarked;
