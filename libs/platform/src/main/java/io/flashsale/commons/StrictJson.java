package io.flashsale.commons;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.deser.jdk.StringDeserializer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Refuses two mistakes that Jackson would take: a fraction for a whole number, which it cuts off, and half of a
 * character (an unpaired surrogate), which some databases store as a question mark.
 */
final class StrictJson implements JsonMapperBuilderCustomizer {

    @Override
    public void customize(JsonMapper.Builder json) {
        json.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .addModule(new SimpleModule("whole characters").addDeserializer(String.class, new WholeCharacters()));
    }

    private static final class WholeCharacters extends StdScalarDeserializer<String> {

        private WholeCharacters() {
            super(String.class);
        }

        @Override
        public @Nullable String deserialize(JsonParser parser, DeserializationContext context) {
            String text = StringDeserializer.instance.deserialize(parser, context);
            return text != null && hasHalf(text)
                    ? (String) context.handleWeirdStringValue(String.class, text, "ends or begins within a character")
                    : text;
        }

        private static boolean hasHalf(String text) {
            for (int i = 0; i < text.length(); i++) {
                if (Character.isSurrogate(text.charAt(i))) {
                    if (Character.charCount(text.codePointAt(i)) == 1) {
                        return true;
                    }
                    i++;
                }
            }
            return false;
        }
    }
}
