package io.flashsale.devstack.launcher.seed;

import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.sale.NewSale.Entry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The goods of the demo shop. Every name is invented, every picture made for the project. */
final class DemoCatalogue {

    private static final Duration WAITING_ROOM_OPENS_IN = Duration.ofMinutes(3);
    private static final Duration LOTTERY_OPENS_IN = Duration.ofMinutes(5);

    /** The highest number of hashes: enough to be visible, and at most a second on a phone. */
    private static final int WORK = 100_000;

    static final List<Product> PRODUCTS = List.of(
            new Product(
                    "phone",
                    "Lumo 5 phone",
                    "6.1-inch screen, two cameras, and a battery that lasts until tomorrow evening.",
                    "Lumo 5, launch price",
                    new DemoSale.Open(200),
                    49_900,
                    69_900),
            new Product(
                    "headphones",
                    "Hush One headphones",
                    "Over the ear, noise cancelling, 40 hours on one charge. Folds flat.",
                    "Hush One, midnight sale",
                    new DemoSale.Open(120),
                    12_900,
                    19_900),
            new Product(
                    "keyboard",
                    "Klack 75 keyboard",
                    "75 % layout, hot-swap switches, aluminium case. Loud enough to feel productive.",
                    "Klack 75, group price",
                    new DemoSale.Open(80),
                    7_900,
                    11_900),
            new Product(
                    "coffee-machine",
                    "Moka Due coffee machine",
                    "Two cups in forty seconds, a steam wand, and a tank you can refill from above.",
                    "Moka Due, weekend price",
                    new DemoSale.Open(40),
                    18_900,
                    27_900),
            new Product(
                    "backpack",
                    "Trek 24 backpack",
                    "24 litres, padded sleeve for a 15-inch laptop, rain cover in the bottom pocket.",
                    "Trek 24, back to school",
                    new DemoSale.Open(1_000),
                    3_900,
                    6_900),
            new Product(
                    "sneakers",
                    "Volt Runner sneakers",
                    "Light knitted upper, recycled sole. A small run of 300 pairs.",
                    "Volt Runner, limited drop",
                    new DemoSale.Soon(300, Duration.ofMinutes(1), null),
                    5_900,
                    12_900),
            new Product(
                    "turntable",
                    "Groove One turntable",
                    "Belt drive, wooden base, and an arm that lifts itself when the record ends.",
                    "Groove One, one after the other",
                    new DemoSale.Soon(30, WAITING_ROOM_OPENS_IN, new Entry(EntryMode.QUEUE, 5, WORK)),
                    24_900,
                    34_900),
            new Product(
                    "tent",
                    "Nook 2 tent",
                    "Two people, two doors, two kilograms. Up in the time it takes to read this twice.",
                    "Nook 2, by lot",
                    new DemoSale.Soon(20, LOTTERY_OPENS_IN, new Entry(EntryMode.LOTTERY, 5, null)),
                    14_900,
                    22_900),
            new Product(
                    "camera",
                    "Prisma M camera",
                    "Mirrorless, 24 megapixels, with a 28 to 70 mm lens in the box.",
                    "Prisma M, tomorrow only",
                    new DemoSale.Tomorrow(60),
                    79_900,
                    109_900),
            new Product(
                    "watch",
                    "Orbit 2 watch",
                    "Steel case, heart rate, seven days on a charge. Three were left, three were sold.",
                    "Orbit 2, last pieces",
                    new DemoSale.SoldOut(3),
                    9_900,
                    24_900),
            new Product(
                    "lamp",
                    "Halo desk lamp",
                    "Warm to daylight white, dims to a candle, stands on a foot no larger than a coaster.",
                    "Halo, spring clearance",
                    new DemoSale.Ended(50),
                    2_900,
                    4_900));

    private DemoCatalogue() {}

    /** A product and the sale that the demo shows it in. */
    record Product(
            String slug,
            String name,
            String description,
            String title,
            DemoSale sale,
            int priceCents,
            int listPriceCents) {

        String imageUrl() {
            return "/images/products/" + slug + ".svg";
        }
    }

    /** A demo sale, by its state. */
    sealed interface DemoSale {

        int stock();

        record Open(int stock) implements DemoSale {}

        /**
         * Opens some time after each start.
         *
         * @param entry null if shoppers can buy at once
         */
        record Soon(int stock, Duration in, @Nullable Entry entry) implements DemoSale {}

        record Tomorrow(int stock) implements DemoSale {}

        record SoldOut(int stock) implements DemoSale {}

        record Ended(int stock) implements DemoSale {}
    }
}
