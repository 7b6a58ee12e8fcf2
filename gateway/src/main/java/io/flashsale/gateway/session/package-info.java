/** The browser's session: the token in a cookie that scripts cannot read, used only for requests of our own pages. */
@NullMarked
package io.flashsale.gateway.session;

import org.jspecify.annotations.NullMarked;
