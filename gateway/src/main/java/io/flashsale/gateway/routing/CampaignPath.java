package io.flashsale.gateway.routing;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The path of one kind of call that concerns one campaign or one order.
 *
 * @param pattern with its id in braces
 */
public record CampaignPath(String pattern, Pattern path) {

    /** An id has at most 18 digits, so it fits into a long. */
    public static CampaignPath of(String pattern) {
        return new CampaignPath(pattern, Pattern.compile(pattern.replaceFirst("\\{.+}", "([0-9]{1,18})")));
    }

    /** The id in this path, exactly as sent; empty if it is another path or has no number. */
    public OptionalLong idIn(String sent) {
        Matcher matcher = path.matcher(sent);
        return matcher.matches() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }
}
