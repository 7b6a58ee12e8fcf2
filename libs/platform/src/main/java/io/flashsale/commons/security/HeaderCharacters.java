package io.flashsale.commons.security;

/**
 * Checks the characters of a header by the rule of Spring Security's strict firewall: assigned characters, and no
 * control characters but the tab. It looks at each character, because the regular expression took a tenth of the
 * gateway's time.
 */
final class HeaderCharacters {

    private HeaderCharacters() {}

    static boolean isName(String text) {
        return text.indexOf('\t') < 0 && isValue(text);
    }

    static boolean isValue(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\t' && !isPrintable(c)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPrintable(int c) {
        return c < 0x80 ? c >= 0x20 && c != 0x7F : Character.isDefined(c) && !Character.isISOControl(c);
    }
}
