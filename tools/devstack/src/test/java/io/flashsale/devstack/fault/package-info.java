@NullMarked
package io.flashsale.devstack.fault;

import org.jspecify.annotations.NullMarked;
