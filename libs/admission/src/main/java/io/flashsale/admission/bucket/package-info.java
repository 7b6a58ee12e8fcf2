/**
 * The stock of one campaign in several buckets: which user belongs to which bucket, and how an empty one is supplied.
 */
@NullMarked
package io.flashsale.admission.bucket;

import org.jspecify.annotations.NullMarked;
