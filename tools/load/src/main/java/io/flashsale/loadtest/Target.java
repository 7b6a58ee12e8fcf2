package io.flashsale.loadtest;

/** The implementation under load; the plans' requests differ in the path only. */
public enum Target {
    REAL("/api", "/api/admin/sales", "/sales/%s/reservations", "/api/lab/audit"),
    /** Deliberately broken: read, test, write. It shows that the verdict can be FAIL. */
    NAIVE("/api/lab/naive", "/api/lab/naive/sales", "/sales/%s/reservations", "/api/lab/naive/audit"),
    /** The real path of coupons: a sale is a template, and a reservation is a claim. */
    COUPONS("/api", "/api/admin/coupons", "/coupons/%s/claims", "/api/lab/audit/coupons");

    private final String prefix;
    private final String creation;
    private final String click;
    private final String audit;

    Target(String prefix, String creation, String click, String audit) {
        this.prefix = prefix;
        this.creation = creation;
        this.click = click;
        this.audit = audit;
    }

    /** The prefix of a click's path. */
    public String prefix() {
        return prefix;
    }

    public String creationPath() {
        return creation;
    }

    /** The path of a click. */
    public String clickPath(String id) {
        return prefix + click.formatted(id);
    }

    public String auditPath(String id) {
        return audit + "/" + id;
    }

    public String title() {
        return this == NAIVE ? "naive" : "real";
    }
}
