/** The lock lab over HTTP: the schemes, their sources, and runs that visitors start and follow. */
@NullMarked
package io.flashsale.locklab.web;

import org.jspecify.annotations.NullMarked;
