package io.flashsale.stock.reservation;

import io.flashsale.admission.TicketIds;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Gives this process a node number for its order ids: how often any process has started so far, modulo
 * {@link TicketIds#NODES}. Two running processes share a number only if one of them has outlived 1,024 starts.
 */
@Component
class OrderIdNode {

    private final int number;

    OrderIdNode(Starts starts, TransactionTemplate transaction) {
        // In one transaction, because the generated id belongs to the connection.
        Long start = transaction.execute(status -> {
            starts.add();
            return starts.lastId();
        });
        this.number = Math.toIntExact(start % TicketIds.NODES);
    }

    int number() {
        return number;
    }

    @Mapper
    interface Starts {

        @Update("INSERT INTO order_id_node () VALUES ()")
        void add();

        @Select("SELECT LAST_INSERT_ID()")
        long lastId();
    }
}
