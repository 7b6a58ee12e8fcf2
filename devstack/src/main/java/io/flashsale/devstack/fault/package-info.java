/** Breaking servers, services and lines of a running system on purpose, while somebody watches, and mending them. */
@NullMarked
package io.flashsale.devstack.fault;

import org.jspecify.annotations.NullMarked;
