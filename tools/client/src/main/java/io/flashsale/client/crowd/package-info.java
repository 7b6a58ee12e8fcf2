/** What programs that simulate shoppers share: crowds of threads, and calls that are repeated. */
@NullMarked
package io.flashsale.client.crowd;

import org.jspecify.annotations.NullMarked;
