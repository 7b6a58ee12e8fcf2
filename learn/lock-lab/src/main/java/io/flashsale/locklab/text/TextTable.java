package io.flashsale.locklab.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Aligns lines in columns; numbers are right-aligned. */
public final class TextTable {

    /** The approximate start of the Unicode blocks of Chinese characters. */
    private static final int FIRST_WIDE = 0x2E80;

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... heads) {
        rows.add(List.of(heads));
    }

    public void add(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(cell instanceof Double number ? String.format(Locale.ROOT, "%.1f", number) : cell.toString());
        }
        rows.add(row);
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String word = row.get(column);
                String blanks = " ".repeat(width(column) - displayed(word));
                line.append(isNumeric(column) ? blanks + word : word + blanks).append("  ");
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return Math.max(
                1,
                rows.stream().mapToInt(row -> displayed(row.get(column))).max().orElse(1));
    }

    /** The width in terminal columns: a Chinese character takes two. */
    private static int displayed(String word) {
        return word.codePoints().map(each -> each < FIRST_WIDE ? 1 : 2).sum();
    }

    private boolean isNumeric(int column) {
        return rows.stream().skip(1).allMatch(row -> row.get(column).matches("[\\d.,]+|-|"));
    }
}
