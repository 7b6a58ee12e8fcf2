package io.flashsale.loadtest;

/** Which implementation is loaded; the plans' requests differ in the path only. */
public enum Target {
    REAL("/api", "/api/admin/sales", "/api/sales", "/api/lab/audit"),
    /** Deliberately broken: read, test, write. It shows that the verdict can say FAIL. */
    NAIVE("/api/lab/naive", "/api/lab/naive/sales", "/api/lab/naive/sales", "/api/lab/naive/audit");

    private final String prefix;
    private final String creation;
    private final String sales;
    private final String audit;

    Target(String prefix, String creation, String sales, String audit) {
        this.prefix = prefix;
        this.creation = creation;
        this.sales = sales;
        this.audit = audit;
    }

    /** What stands before {@code /sales/ID/reservations}. */
    public String prefix() {
        return prefix;
    }

    public String creationPath() {
        return creation;
    }

    public String salePath(String id) {
        return sales + "/" + id;
    }

    public String auditPath(String id) {
        return audit + "/" + id;
    }

    public String title() {
        return this == REAL ? "real" : "naive";
    }
}
