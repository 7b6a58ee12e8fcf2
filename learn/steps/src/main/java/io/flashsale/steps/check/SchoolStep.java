package io.flashsale.steps.check;

/** One of the ten shops. */
enum SchoolStep {
    READ_TEST_WRITE("read, test, write", "Shoppers who come one after the other get a lamp each.", 1),
    MONITOR("a monitor", "Shoppers who come at once to one instance get a lamp each.", 1),
    ROW_LOCK("a row lock", "Shoppers who come at once to two instances get a lamp each.", 2),
    SETNX("a lock in Redis (SETNX)", "While a purchase hangs, the shop shows its pages.", 2),
    REDISSON("a lock of Redisson", "Neither a killed purchase nor one of twelve seconds does harm.", 2),
    CONDITIONAL_UPDATE(
            "a conditional update", "A process that pauses in a purchase does no harm when it continues.", 2),
    UNIQUE_KEY("a unique key", "A double click gives one order.", 2),
    LUA("a Lua script in Redis", "A shopper who is refused costs no SQL.", 2),
    STREAM(
            "a queue: a Redis Stream",
            "A click is answered while MySQL is stuck, and what was accepted survives kill -9.",
            2),
    KAFKA("Kafka with an outbox", "What was accepted survives when Redis loses its memory.", 2);

    private final String title;
    private final String demand;
    private final int instances;

    SchoolStep(String title, String demand, int instances) {
        this.title = title;
        this.demand = demand;
        this.instances = instances;
    }

    static SchoolStep of(int number) {
        return values()[number - 1];
    }

    /** Fails for the first step. */
    SchoolStep previous() {
        return values()[ordinal() - 1];
    }

    /** Fails for the last step. */
    SchoolStep next() {
        return values()[ordinal() + 1];
    }

    int number() {
        return ordinal() + 1;
    }

    /** What the step sells with. */
    String title() {
        return title;
    }

    /** What its check demands, and the step before does not do. */
    String demand() {
        return demand;
    }

    /** How many instances of the shop the check starts. */
    int instances() {
        return instances;
    }

    /** The last part of it, which is also the name of the step's folder. */
    String packageName() {
        return "step%02d".formatted(number());
    }

    String mainClass() {
        return "io.flashsale.steps." + packageName() + ".Step" + number();
    }

    @Override
    public String toString() {
        return "step " + number() + ", " + title;
    }
}
