package io.flashsale.storefront;

/**
 * States what a page of ours may do in a browser (Content-Security-Policy, CSP Level 3). A page may load only its
 * own kinds of files and call only its own server.
 *
 * @param scripts where scripts may come from
 * @param styles where styles may come from
 * @param images where pictures may come from
 */
record ContentSecurityPolicy(String scripts, String styles, String images) {

    private static final String SELF = "'self'";

    /** Allows our own files only. */
    static final ContentSecurityPolicy OWN_FILES = new ContentSecurityPolicy(SELF, SELF, SELF);

    /** @param source in CSP notation, such as the hash of an inline script */
    ContentSecurityPolicy andScriptsFrom(String source) {
        return new ContentSecurityPolicy(scripts + " " + source, styles, images);
    }

    /** @param source in CSP notation */
    ContentSecurityPolicy andStylesFrom(String source) {
        return new ContentSecurityPolicy(scripts, styles + " " + source, images);
    }

    /** @param source in CSP notation */
    ContentSecurityPolicy andImagesFrom(String source) {
        return new ContentSecurityPolicy(scripts, styles, images + " " + source);
    }

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
