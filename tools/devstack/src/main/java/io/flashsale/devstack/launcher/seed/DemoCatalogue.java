package io.flashsale.devstack.launcher.seed;

import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.sale.NewSale.Entry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The goods of the demo shop, in both languages. Every name is invented, every picture made for the project. */
final class DemoCatalogue {

    private static final Duration WAITING_ROOM_OPENS_IN = Duration.ofMinutes(3);
    private static final Duration LOTTERY_OPENS_IN = Duration.ofMinutes(5);

    /** The highest number of hashes: enough to be visible, and at most a second on a phone. */
    private static final int WORK = 100_000;

    static final List<Product> PRODUCTS = List.of(
            new Product(
                    "phone",
                    "Lumo 5 phone || Lumo 5 手机",
                    "6.1-inch screen, two cameras, and a battery that lasts until tomorrow evening."
                            + " || 6.1 英寸屏幕，双摄，一次充电用到明晚。",
                    "Lumo 5, launch price || Lumo 5 首发价",
                    new DemoSale.Open(200),
                    49_900,
                    69_900),
            new Product(
                    "headphones",
                    "Hush One headphones || Hush One 头戴耳机",
                    "Over the ear, noise cancelling, 40 hours on one charge. Folds flat."
                            + " || 包耳式，主动降噪，续航 40 小时，可折叠收纳。",
                    "Hush One, midnight sale || Hush One 午夜场",
                    new DemoSale.Open(120),
                    12_900,
                    19_900),
            new Product(
                    "keyboard",
                    "Klack 75 keyboard || Klack 75 机械键盘",
                    "75 % layout, hot-swap switches, aluminium case. Loud enough to feel productive."
                            + " || 75% 配列，热插拔轴座，铝合金外壳。敲起来很有干活的感觉。",
                    "Klack 75, group price || Klack 75 拼团价",
                    new DemoSale.Open(80),
                    7_900,
                    11_900),
            new Product(
                    "coffee-machine",
                    "Moka Due coffee machine || Moka Due 咖啡机",
                    "Two cups in forty seconds, a steam wand, and a tank you can refill from above."
                            + " || 四十秒出两杯，带蒸汽棒，水箱可从上方加水。",
                    "Moka Due, weekend price || Moka Due 周末价",
                    new DemoSale.Open(40),
                    18_900,
                    27_900),
            new Product(
                    "backpack",
                    "Trek 24 backpack || Trek 24 双肩包",
                    "24 litres, padded sleeve for a 15-inch laptop, rain cover in the bottom pocket."
                            + " || 24 升，可装 15 英寸笔记本，底袋附防雨罩。",
                    "Trek 24, back to school || Trek 24 开学季",
                    new DemoSale.Open(1_000),
                    3_900,
                    6_900,
                    List.of("Ink blue || 墨蓝", "Rust || 锈红", "Moss || 苔绿")),
            new Product(
                    "sneakers",
                    "Volt Runner sneakers || Volt Runner 跑鞋",
                    "Light knitted upper, recycled sole. A small run of 300 pairs. || 轻便针织鞋面，再生材料鞋底，仅 300 双。",
                    "Volt Runner, limited drop || Volt Runner 限量发售",
                    new DemoSale.Soon(300, Duration.ofMinutes(1), null),
                    5_900,
                    12_900),
            new Product(
                    "turntable",
                    "Groove One turntable || Groove One 黑胶唱机",
                    "Belt drive, wooden base, and an arm that lifts itself when the record ends."
                            + " || 皮带驱动，实木底座，播完自动抬臂。",
                    "Groove One, one after the other || Groove One 排队购买",
                    new DemoSale.Soon(30, WAITING_ROOM_OPENS_IN, new Entry(EntryMode.QUEUE, 5, WORK)),
                    24_900,
                    34_900),
            new Product(
                    "tent",
                    "Nook 2 tent || Nook 2 帐篷",
                    "Two people, two doors, two kilograms. Up in the time it takes to read this twice."
                            + " || 双人双门，两公斤。这句话读两遍，帐篷就搭好了。",
                    "Nook 2, by lot || Nook 2 抽签购买",
                    new DemoSale.Soon(20, LOTTERY_OPENS_IN, new Entry(EntryMode.LOTTERY, 5, null)),
                    14_900,
                    22_900),
            new Product(
                    "camera",
                    "Prisma M camera || Prisma M 相机",
                    "Mirrorless, 24 megapixels, with a 28 to 70 mm lens in the box."
                            + " || 微单，2400 万像素，标配 28–70 mm 镜头。",
                    "Prisma M, tomorrow only || Prisma M 仅限明天",
                    new DemoSale.Tomorrow(60),
                    79_900,
                    109_900),
            new Product(
                    "watch",
                    "Orbit 2 watch || Orbit 2 手表",
                    "Steel case, heart rate, seven days on a charge. Three were left, three were sold."
                            + " || 钢制表壳，心率监测，续航七天。最后三块，已经售完。",
                    "Orbit 2, last pieces || Orbit 2 清仓尾货",
                    new DemoSale.SoldOut(3),
                    9_900,
                    24_900),
            new Product(
                    "lamp",
                    "Halo desk lamp || Halo 台灯",
                    "Warm to daylight white, dims to a candle, stands on a foot no larger than a coaster."
                            + " || 色温从暖黄到日光白，可调到烛光亮度，底座不过杯垫大小。",
                    "Halo, spring clearance || Halo 春季清仓",
                    new DemoSale.Ended(50),
                    2_900,
                    4_900));

    private DemoCatalogue() {}

    /**
     * A product and the sale that the demo shows it in.
     *
     * @param variants names of those that share the stock; empty if there is one product only
     */
    record Product(
            String slug,
            String name,
            String description,
            String title,
            DemoSale sale,
            int priceCents,
            int listPriceCents,
            List<String> variants) {

        Product(
                String slug,
                String name,
                String description,
                String title,
                DemoSale sale,
                int priceCents,
                int listPriceCents) {
            this(slug, name, description, title, sale, priceCents, listPriceCents, List.of());
        }

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
