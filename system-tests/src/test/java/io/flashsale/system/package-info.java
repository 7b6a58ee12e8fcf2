/**
 * The whole system as real processes, under crowds, crashes and outages; and the checks of what belongs to no module: the
 * architecture, the documents, the deployment.
 */
@NullMarked
package io.flashsale.system;

import org.jspecify.annotations.NullMarked;
