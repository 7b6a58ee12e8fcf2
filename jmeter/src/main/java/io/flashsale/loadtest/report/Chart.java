package io.flashsale.loadtest.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Charts as inline SVG, without a script. A colour is the name of a class of the page's style sheet. */
final class Chart {

    record Point(double second, double value) {}

    /** A line through the points; as steps where a value stands until the next one. */
    record Line(String name, String colour, List<Point> points, boolean steps) {}

    /** One column of a stack: a slice of time, and how many of each kind. */
    record Column(double second, Map<String, Integer> counts) {}

    private Chart() {}

    static String lines(String title, String unit, List<Line> lines) {
        List<Line> drawn =
                lines.stream().filter(line -> !line.points().isEmpty()).toList();
        if (drawn.isEmpty()) {
            return figure(title, "", "<p class='none'>nothing was measured</p>");
        }
        Axes axes = Axes.of(
                drawn.stream()
                        .flatMap(line -> line.points().stream())
                        .mapToDouble(Point::second)
                        .max()
                        .orElse(0),
                drawn.stream()
                        .flatMap(line -> line.points().stream())
                        .mapToDouble(Point::value)
                        .max()
                        .orElse(0));
        StringBuilder svg = new StringBuilder(axes.grid(Html::number));
        for (Line line : drawn) {
            svg.append("<path class='line %s' d='%s'/>".formatted(line.colour(), path(axes, line)));
            for (Point point : line.points()) {
                svg.append("<circle class='dot %s' cx='%s' cy='%s' r='4'><title>%s after %s s: %s%s</title></circle>"
                        .formatted(
                                line.colour(),
                                Html.at(axes.x(point.second())),
                                Html.at(axes.y(point.value())),
                                Html.text(line.name()),
                                Html.at(point.second()),
                                Html.number(point.value()),
                                unit));
            }
        }
        String legend =
                drawn.stream().map(line -> key(line.name(), line.colour())).collect(Collectors.joining());
        return figure(title, legend, svg(title, svg));
    }

    private static String path(Axes axes, Line line) {
        StringBuilder path = new StringBuilder();
        for (Point point : line.points()) {
            String x = Html.at(axes.x(point.second()));
            if (!path.isEmpty() && line.steps()) {
                path.append('H').append(x);
            }
            path.append(path.isEmpty() ? 'M' : 'L').append(x).append(' ').append(Html.at(axes.y(point.value())));
        }
        return path.toString();
    }

    /** Columns on top of each other; {@code colours} gives the kinds in their order from below. */
    static String stack(String title, double width, Map<String, String> colours, List<Column> columns) {
        if (columns.isEmpty()) {
            return figure(title, "", "<p class='none'>nothing was measured</p>");
        }
        Axes axes = Axes.of(
                columns.getLast().second() + width,
                columns.stream()
                        .mapToInt(column -> column.counts().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum())
                        .max()
                        .orElse(0));
        StringBuilder svg = new StringBuilder(axes.grid(Html::number));
        for (Column column : columns) {
            double below = 0;
            for (Map.Entry<String, String> kind : colours.entrySet()) {
                int count = column.counts().getOrDefault(kind.getKey(), 0);
                if (count > 0) {
                    svg.append(column(axes, column.second(), width, below, kind, count));
                    below += count;
                }
            }
        }
        String legend = colours.entrySet().stream()
                .map(kind -> key(kind.getKey(), kind.getValue()))
                .collect(Collectors.joining());
        return figure(title, legend, svg(title, svg));
    }

    private static String column(
            Axes axes, double second, double width, double below, Map.Entry<String, String> kind, int count) {
        double left = axes.x(second);
        double right = axes.x(second + width);
        return "<rect class='%s' x='%s' y='%s' width='%s' height='%s'><title>%s from %s s: %d</title></rect>"
                .formatted(
                        kind.getValue(),
                        Html.at(left),
                        Html.at(axes.y(below + count)),
                        Html.at(Math.max(right - left - 1, 1)),
                        Html.at(axes.y(below) - axes.y(below + count)),
                        Html.text(kind.getKey()),
                        Html.at(second),
                        count);
    }

    /** One bar a name, the longest as long as the chart is wide. */
    static String bars(String title, Map<String, Integer> counts, Map<String, String> colours) {
        int most = Math.max(
                1, counts.values().stream().mapToInt(Integer::intValue).max().orElse(1));
        String rows = counts.entrySet().stream()
                .map(count ->
                        "<div class='bar'><span>%s</span><span class='track'><i class='%s' style='width:%s%%'></i></span><b>%s</b></div>"
                                .formatted(
                                        Html.text(count.getKey()),
                                        colours.getOrDefault(count.getKey(), "c-other"),
                                        Html.at(100.0 * count.getValue() / most),
                                        Html.number(count.getValue())))
                .collect(Collectors.joining());
        return figure(title, "", rows.isEmpty() ? "<p class='none'>nothing was measured</p>" : rows);
    }

    private static String svg(String title, CharSequence content) {
        return "<svg viewBox='0 0 %d %d' role='img' aria-label='%s'>%s</svg>"
                .formatted(Axes.WIDTH, Axes.HEIGHT, Html.text(title), content);
    }

    private static String key(String name, String colour) {
        return "<span class='key'><i class='%s'></i>%s</span>".formatted(colour, Html.text(name));
    }

    private static String figure(String title, String legend, String content) {
        return "<figure><figcaption>%s</figcaption><div class='legend'>%s</div>%s</figure>%n"
                .formatted(Html.text(title), legend, content);
    }
}
