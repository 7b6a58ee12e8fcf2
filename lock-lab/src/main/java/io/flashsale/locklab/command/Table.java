package io.flashsale.locklab.command;

import java.util.ArrayList;
import java.util.List;

/** Lines in columns that are as wide as their widest word; numbers stand at the right. */
final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... heads) {
        rows.add(List.of(heads));
    }

    void add(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(cell instanceof Double number ? "%.1f".formatted(number) : cell.toString());
        }
        rows.add(row);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                int width = width(column);
                String format = isNumeric(column) ? "%" + width + "s  " : "%-" + width + "s  ";
                line.append(format.formatted(row.get(column)));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return Math.max(
                1, rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(1));
    }

    private boolean isNumeric(int column) {
        return rows.stream().skip(1).allMatch(row -> row.get(column).matches("[\\d.,]+|-|"));
    }
}
