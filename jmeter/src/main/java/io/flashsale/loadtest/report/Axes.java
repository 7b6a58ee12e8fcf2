package io.flashsale.loadtest.report;

import java.util.function.DoubleFunction;

/** The frame of a chart: seconds from left to right, values upwards from zero, with a grid of round numbers. */
record Axes(double seconds, double most) {

    static final int WIDTH = 560;
    static final int HEIGHT = 230;
    private static final int LEFT = 52;
    private static final int RIGHT = 12;
    private static final int TOP = 10;
    private static final int BOTTOM = 26;
    private static final int LINES = 4;

    static Axes of(double seconds, double most) {
        double end = Math.max(seconds, 0.1);
        double step = roundStep(Math.max(most, 1) / LINES);
        return new Axes(end, Math.ceil(Math.max(most, 1) / step) * step);
    }

    /** The least of 1, 2, 5, 10, 20 … that is not less. */
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
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * Math.clamp(value / most, 0, 1);
    }

    String grid(DoubleFunction<String> label) {
        StringBuilder svg = new StringBuilder();
        double step = roundStep(most / LINES);
        for (double value = 0; value <= most * 1.001; value += step) {
            svg.append("<line class='%s' x1='%d' x2='%d' y1='%s' y2='%s'/>"
                    .formatted(
                            value == 0 ? "base" : "grid", LEFT, WIDTH - RIGHT, Html.at(y(value)), Html.at(y(value))));
            svg.append("<text class='tick' text-anchor='end' x='%d' y='%s'>%s</text>"
                    .formatted(LEFT - 6, Html.at(y(value) + 4), label.apply(value)));
        }
        double tick = roundStep(seconds / 6);
        for (double second = 0; second <= seconds * 1.001; second += tick) {
            svg.append("<text class='tick' text-anchor='middle' x='%s' y='%d'>%s s</text>"
                    .formatted(Html.at(x(second)), HEIGHT - 8, Html.number(Math.round(second * 10) / 10.0)));
        }
        return svg.toString();
    }
}
