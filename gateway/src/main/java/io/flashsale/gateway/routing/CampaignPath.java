package io.flashsale.gateway.routing;

import java.util.OptionalLong;

/**
 * The path of one kind of call that concerns one campaign or one order.
 *
 * @param before what precedes the id
 * @param after what follows it
 */
public record CampaignPath(String before, String after) {

    /** More digits might not fit into a long. */
    private static final int MAX_DIGITS = 18;

    /** @param pattern with its id in braces */
    public static CampaignPath of(String pattern) {
        return new CampaignPath(
                pattern.substring(0, pattern.indexOf('{')), pattern.substring(pattern.indexOf('}') + 1));
    }

    public String pattern() {
        return before + "{id}" + after;
    }

    /** The id in this path, exactly as sent; empty if it is another path or has no number. */
    public OptionalLong idIn(String sent) {
        int end = sent.length() - after.length();
        int digits = end - before.length();
        if (digits < 1 || digits > MAX_DIGITS || !sent.startsWith(before) || !sent.endsWith(after)) {
            return OptionalLong.empty();
        }
        long id = 0;
        for (int i = before.length(); i < end; i++) {
            int digit = sent.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return OptionalLong.empty();
            }
            id = 10 * id + digit;
        }
        return OptionalLong.of(id);
    }
}
