package io.flashsale.lab.cases;

import io.flashsale.lab.cases.catalogue.Case;
import io.flashsale.lab.cases.jvm.JvmCases;
import io.flashsale.lab.cases.redis.RedisCases;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** All cases, in their order. Being in here is what makes a case run, tested, listed and served. */
public final class Catalogue {

    private static final List<Case> ALL =
            Stream.of(JvmCases.all(), RedisCases.all()).flatMap(List::stream).toList();

    private Catalogue() {}

    public static List<Case> all() {
        return ALL;
    }

    /** @param id in any case, such as {@code a6} */
    public static Optional<Case> find(String id) {
        String wanted = id.toUpperCase(Locale.ROOT);
        return ALL.stream().filter(each -> each.id().equals(wanted)).findFirst();
    }
}
