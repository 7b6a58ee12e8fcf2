package io.flashsale.loadtest.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A chart with its coordinates, which {@code chart.mustache} draws as inline SVG without a script. Without
 * measurements there is no drawing. A colour is the name of a class of {@code verdict.css}.
 */
public record Chart(
        String title, List<Key> legend, @Nullable Drawing drawing) {

    /** One entry of the legend. */
    public record Key(String name, String colour) {}

    public record Drawing(Axes axes, List<Block> blocks, List<Curve> curves, List<Shade> shades) {}

    /** A part of a column, with a hint that appears under the pointer. */
    public record Block(String colour, double x, double y, double width, double height, String hint) {}

    public record Curve(String colour, String path, List<Dot> dots) {}

    public record Dot(double x, double y, String hint) {}

    public record Point(double second, double value) {}

    /** A line through the points; drawn as steps if each value holds until the next one. */
    public record Line(String name, String colour, List<Point> points, boolean steps) {

        private double max(ToDoubleFunction<Point> coordinate) {
            return points.stream().mapToDouble(coordinate).max().orElse(0);
        }
    }

    /** A span of time in which something happened; the hint says what. */
    public record Band(double from, double to, String hint) {}

    /** A band as it is drawn, from top to bottom. */
    public record Shade(double x, double width, String hint) {}

    /** One column of a stack: a slice of time, and how many of each kind. */
    public record Column(double second, Map<String, Integer> counts) {

        private int sum() {
            return counts.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /** Makes a chart of lines. The unit follows each value in its hint. */
    public static Chart lines(String title, String unit, List<Line> lines) {
        List<Line> drawn =
                lines.stream().filter(line -> !line.points().isEmpty()).toList();
        if (drawn.isEmpty()) {
            return nothing(title);
        }
        Axes axes = Axes.of(max(drawn, Point::second), max(drawn, Point::value));
        return new Chart(
                title,
                drawn.stream().map(line -> new Key(line.name(), line.colour())).toList(),
                new Drawing(
                        axes,
                        List.of(),
                        drawn.stream().map(line -> curve(axes, unit, line)).toList(),
                        List.of()));
    }

    private static double max(List<Line> lines, ToDoubleFunction<Point> coordinate) {
        return lines.stream().mapToDouble(line -> line.max(coordinate)).max().orElse(0);
    }

    private static Curve curve(Axes axes, String unit, Line line) {
        return new Curve(
                line.colour(),
                path(axes, line),
                line.points().stream()
                        .map(point -> new Dot(
                                axes.x(point.second()),
                                axes.y(point.value()),
                                String.format(
                                        Locale.ROOT,
                                        "%s after %.1f s: %s%s",
                                        line.name(),
                                        point.second(),
                                        Axes.number(point.value()),
                                        unit)))
                        .toList());
    }

    private static String path(Axes axes, Line line) {
        StringBuilder path = new StringBuilder();
        for (Point point : line.points()) {
            double x = axes.x(point.second());
            if (!path.isEmpty() && line.steps()) {
                path.append(String.format(Locale.ROOT, "H%.1f", x));
            }
            path.append(
                    String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x, axes.y(point.value())));
        }
        return path.toString();
    }

    /**
     * Makes a chart of stacked columns, each this many seconds wide; {@code colours} lists the kinds from the
     * bottom up.
     */
    public static Chart stack(String title, double width, Map<String, String> colours, List<Column> columns) {
        if (columns.isEmpty()) {
            return nothing(title);
        }
        Axes axes = Axes.of(
                columns.getLast().second() + width,
                columns.stream().mapToInt(Column::sum).max().orElse(0));
        return new Chart(
                title,
                colours.entrySet().stream()
                        .map(kind -> new Key(kind.getKey(), kind.getValue()))
                        .toList(),
                new Drawing(
                        axes,
                        columns.stream()
                                .flatMap(column -> blocks(axes, width, colours, column).stream())
                                .toList(),
                        List.of(),
                        List.of()));
    }

    /** Returns the same chart with these spans shaded behind it, cut to its time. */
    public Chart withBands(List<Band> bands) {
        if (drawing == null) {
            return this;
        }
        Axes axes = drawing.axes();
        List<Shade> shades = bands.stream()
                .map(band -> {
                    double left = axes.x(band.from());
                    return new Shade(left, Math.max(axes.x(band.to()) - left, 2), band.hint());
                })
                .toList();
        return new Chart(title, legend, new Drawing(axes, drawing.blocks(), drawing.curves(), shades));
    }

    private static List<Block> blocks(Axes axes, double width, Map<String, String> colours, Column column) {
        List<Block> blocks = new ArrayList<>();
        double left = axes.x(column.second());
        double right = axes.x(column.second() + width);
        double below = 0;
        for (Map.Entry<String, String> kind : colours.entrySet()) {
            int count = column.counts().getOrDefault(kind.getKey(), 0);
            if (count > 0) {
                double top = axes.y(below + count);
                blocks.add(new Block(
                        kind.getValue(),
                        left,
                        top,
                        Math.max(right - left - 1, 1),
                        axes.y(below) - top,
                        String.format(Locale.ROOT, "%s from %.1f s: %d", kind.getKey(), column.second(), count)));
                below += count;
            }
        }
        return blocks;
    }

    private static Chart nothing(String title) {
        return new Chart(title, List.of(), null);
    }
}
