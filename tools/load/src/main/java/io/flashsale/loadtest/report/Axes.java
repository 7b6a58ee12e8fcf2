package io.flashsale.loadtest.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * The frame of a chart, drawn by {@code chart.mustache}. Seconds run from left to right, values upwards from zero,
 * with a grid of round numbers.
 */
public record Axes(double seconds, double max) {

    private static final int WIDTH = 560;
    private static final int HEIGHT = 230;
    private static final int LEFT = 52;
    private static final int RIGHT = 12;
    private static final int TOP = 10;
    private static final int BOTTOM = 26;
    private static final int LINES = 4;

    /** A line of the grid across the whole chart, with its number on the left. */
    record Rule(String style, double y, double baseline, String label) {}

    /** A number of seconds below the chart. */
    record Tick(double x, String label) {}

    static Axes of(double seconds, double max) {
        double step = roundStep(Math.max(max, 1) / LINES);
        return new Axes(Math.max(seconds, 0.1), Math.ceil(Math.max(max, 1) / step) * step);
    }

    /** Returns the smallest of 1, 2, 5, 10, 20 … that is at least this. */
    static double roundStep(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= least * 0.999) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    double x(double second) {
        return LEFT + (WIDTH - LEFT - RIGHT) * Math.clamp(second / seconds, 0, 1);
    }

    double y(double value) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * Math.clamp(value / max, 0, 1);
    }

    List<Rule> rules() {
        return steps(max, roundStep(max / LINES))
                .mapToObj(value -> new Rule(value == 0 ? "base" : "grid", y(value), y(value) + 4, number(value)))
                .toList();
    }

    List<Tick> ticks() {
        return steps(seconds, roundStep(seconds / 6))
                .mapToObj(second -> new Tick(x(second), number(Math.round(second * 10) / 10.0)))
                .toList();
    }

    private static DoubleStream steps(double end, double step) {
        return DoubleStream.iterate(0, value -> value <= end * 1.001, value -> value + step);
    }

    /** Formats a number for an axis: whole, or with one decimal. */
    static String number(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%,.1f", value);
    }

    int top() {
        return TOP;
    }

    /** The height of the part in which values are drawn. */
    int depth() {
        return HEIGHT - TOP - BOTTOM;
    }

    int width() {
        return WIDTH;
    }

    int height() {
        return HEIGHT;
    }

    int left() {
        return LEFT;
    }

    int right() {
        return WIDTH - RIGHT;
    }

    int labelsEnd() {
        return LEFT - 6;
    }

    int ticksBaseline() {
        return HEIGHT - 8;
    }
}
