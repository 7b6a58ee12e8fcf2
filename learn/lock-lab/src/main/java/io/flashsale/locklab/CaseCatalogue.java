package io.flashsale.locklab;

import io.flashsale.locklab.asked.Questions;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.database.DatabaseCases;
import io.flashsale.locklab.database.StockRowCases;
import io.flashsale.locklab.jvm.JvmCases;
import io.flashsale.locklab.path.PathCases;
import io.flashsale.locklab.redis.RedisCases;
import io.flashsale.locklab.replication.QuorumCases;
import io.flashsale.locklab.replication.ReplicationCases;
import io.flashsale.locklab.zookeeper.LeaderCases;
import io.flashsale.locklab.zookeeper.ZooKeeperCases;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** All cases, in order. A case that is listed here is run, tested and served. */
public final class CaseCatalogue {

    private static final List<Case> ALL = Stream.of(
                    JvmCases.all(),
                    RedisCases.all(),
                    ReplicationCases.all(),
                    QuorumCases.all(),
                    ZooKeeperCases.all(),
                    LeaderCases.all(),
                    DatabaseCases.all(),
                    StockRowCases.all(),
                    PathCases.all())
            .flatMap(List::stream)
            .map(each -> each.asking(Questions.to(each)))
            .toList();

    private CaseCatalogue() {}

    public static List<Case> all() {
        return ALL;
    }

    /** @param id in upper or lower case, such as {@code a6} */
    public static Optional<Case> find(String id) {
        String wanted = id.toUpperCase(Locale.ROOT);
        return ALL.stream().filter(each -> each.id().equals(wanted)).findFirst();
    }
}
