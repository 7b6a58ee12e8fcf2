package io.flashsale.storefront;

/**
 * States what a page of ours may do in a browser (Content-Security-Policy, CSP Level 3). A page may load only its
 * own kinds of files and call only its own server.
 *
 * <p>The components say in CSP notation where scripts, styles and pictures may come from.
 */
record ContentSecurityPolicy(String scripts, String styles, String images) {

    static final String SELF = "'self'";

    /** Allows our own files only. */
    static final ContentSecurityPolicy OWN_FILES = new ContentSecurityPolicy(SELF, SELF, SELF);

    String header() {
        return String.join(
                "; ",
                "default-src 'none'",
                "script-src " + scripts,
                "style-src " + styles,
                "img-src " + images,
                "connect-src 'self'",
                "base-uri 'none'",
                "form-action 'none'",
                "frame-ancestors 'none'");
    }
}
