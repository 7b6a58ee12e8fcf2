package io.flashsale.loadtest.results;

/** Lines of a result file. */
public final class Samples {

    private Samples() {}

    public static Sample accepted(long at, int user, int order) {
        return sample(at, "reserve", "202", true, user, String.valueOf(order), "");
    }

    public static Sample refused(long at, int user, String problem) {
        return sample(at, "reserve", "409", true, user, "", problem);
    }

    public static Sample alreadyPurchased(long at, int user, int order) {
        return sample(at, "reserve", "409", true, user, String.valueOf(order), "already-purchased");
    }

    public static Sample failed(long at, int user, String code, String problem) {
        return sample(at, "reserve", code, false, user, "", problem);
    }

    public static Sample timedOut(long at, int user) {
        return unanswered(at, user, "reserve");
    }

    public static Sample unanswered(long at, int user, String label) {
        return sample(at, label, "Non HTTP response code: java.net.SocketTimeoutException", false, user, "", "");
    }

    public static Sample entered(long at, int user, long number) {
        return told(at, "enter", user, number, "");
    }

    public static Sample placed(long at, int user, long number, long place) {
        return told(at, "place", user, number, Long.toString(place));
    }

    private static Sample told(long at, String label, int user, long number, String place) {
        return new Sample(
                at, 10, label, "200", true, "", String.valueOf(user), "", "", Long.toString(number), place, "");
    }

    public static Sample ticket(long at, int user) {
        return sample(at, "ticket", "200", true, user, "", "");
    }

    public static Sample noTicket(long at, int user) {
        return sample(at, "ticket", "403", true, user, "", "not-your-turn");
    }

    public static Sample refusedWithoutTicket(long at, int user) {
        return sample(at, "reserve", "403", true, user, "", "ticket-required");
    }

    public static Sample step(String label, String code, boolean success) {
        return sample(0, label, code, success, 1, "", "");
    }

    private static Sample sample(
            long at, String label, String code, boolean success, int user, String order, String problem) {
        return new Sample(
                at,
                10,
                label,
                code,
                success,
                success ? "" : "asserted",
                String.valueOf(user),
                order,
                problem,
                "",
                "",
                "");
    }
}
