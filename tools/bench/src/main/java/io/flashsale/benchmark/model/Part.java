package io.flashsale.benchmark.model;

/** The parts that a click can keep busy, and how far each grows within one cell. The limits are assumptions. */
enum Part {
    GATEWAY("gateway", "gateway", "网关", Double.POSITIVE_INFINITY),
    STOCK_SERVICE("stock-service", "stock-service", "stock-service", 64),
    /** One consumer per partition has work: 16 of them, with four processors each. */
    ORDER_SERVICE("order-service", "order-service", "order-service", 16 * 4),
    /** Each server runs its scripts on one thread, and all sales are spread over 16 hash tags. */
    REDIS("redis", "Redis", "Redis", 16),
    KAFKA("kafka", "Kafka", "Kafka", 24),
    /** One primary takes all writes. */
    DATABASE("mariadb", "database", "数据库", 16);

    private final String process;
    private final String english;
    private final String chinese;
    private final double processorsOfCell;

    Part(String process, String english, String chinese, double processorsOfCell) {
        this.process = process;
        this.english = english;
        this.chinese = chinese;
        this.processorsOfCell = processorsOfCell;
    }

    /** The bench's name for it. */
    String process() {
        return process;
    }

    String name(TableLanguage language) {
        return language.say(english, chinese);
    }

    /** The maximum number of processors that it can use in one cell; infinite if its instances share nothing. */
    double processorsOfCell() {
        return processorsOfCell;
    }
}
