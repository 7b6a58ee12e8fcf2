/** The adapter file: its model, its checks, and what an answer means. */
@NullMarked
package io.flashsale.judge.adapter;

import org.jspecify.annotations.NullMarked;
