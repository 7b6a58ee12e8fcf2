package io.flashsale.locklab.text;

import java.util.List;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ClassPathResource;

/**
 * The texts of {@code texts.yaml}, by the path of their keys, such as {@code A3.shows}. Every text exists in both
 * languages. Looking up a missing one is an error.
 */
public final class Texts {

    private static final Properties ALL = read();
    private static final Pattern BLANK = Pattern.compile("\\{(\\d)}");

    private Texts() {}

    private static Properties read() {
        YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(new ClassPathResource("texts.yaml"));
        yaml.setSingleton(false);
        Properties all = yaml.getObject();
        if (all == null) {
            throw new IllegalStateException("texts.yaml is empty");
        }
        return all;
    }

    /** @param words replace {@code {0}}, {@code {1}} and so on; a {@link Text} does so in each language */
    public static Text of(String key, Object... words) {
        return new Text(in(Language.EN, key, words), in(Language.ZH, key, words));
    }

    private static String in(Language language, String key, Object... words) {
        String text = ALL.getProperty(key + "." + language.slug());
        if (text == null) {
            throw new IllegalArgumentException("there is no text " + key + " in " + language.slug());
        }
        // In one pass, so that a word that looks like a blank is not replaced.
        return BLANK.matcher(text)
                .replaceAll(blank -> Matcher.quoteReplacement(word(language, blank, words)))
                .strip();
    }

    /** A blank without a word stays. */
    private static String word(Language language, MatchResult blank, Object... words) {
        int at = Integer.parseInt(blank.group(1));
        if (at >= words.length) {
            return blank.group();
        }
        return words[at] instanceof Text word ? word.in(language) : words[at].toString();
    }

    /** The texts of a list, which may be empty. */
    public static List<Text> list(String key) {
        return Stream.iterate(0, at -> at + 1)
                .map(at -> key + "[" + at + "]")
                .takeWhile(each -> ALL.containsKey(each + ".en"))
                .map(Texts::of)
                .toList();
    }

    /** The keys of all texts, each followed by the language. */
    static List<String> keys() {
        return ALL.stringPropertyNames().stream().sorted().toList();
    }
}
