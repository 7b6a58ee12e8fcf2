package io.flashsale.benchmark.model;

import io.flashsale.benchmark.report.Figure;

/** Short names of the bench's figures in both languages. */
final class FigureNames {

    private FigureNames() {}

    static String of(Figure figure, TableLanguage language) {
        return switch (figure) {
            case GATEWAY_FLOOR -> language.say("a constant answer forwarded", "网关转发固定应答");
            case STOCK_FLOOR -> language.say("token check and script, called directly", "直接调用：验令牌 + 脚本");
            case SOLD_OUT -> language.say("refusals to 1,000 shoppers", "拒绝 1,000 位用户");
            case SOLD_OUT_TO_A_CROWD -> language.say("refusals, each to another shopper", "拒绝，每次都是新用户");
            case ACCEPTED -> language.say("accepted, 64 connections", "接受，64 个连接");
            case ACCEPTED_BY_256 -> language.say("accepted, 256 connections", "接受，256 个连接");
            case ACCEPTED_BY_500 -> language.say("accepted, 500 connections", "接受，500 个连接");
            case CROWD -> language.say("ten shoppers for each unit", "十人抢一件");
            case BACKLOG -> language.say("accepted while placement stands still", "只接受，落库暂停");
            case BACKLOG_OF_MANY -> language.say("accepted of ten sales, placement stands still", "十场秒杀，只接受，落库暂停");
            case DRAIN -> language.say("placed, one sale", "落库，一场秒杀");
            case DRAIN_OF_MANY -> language.say("placed, ten sales", "落库，十场秒杀");
            case PAYMENTS -> language.say("paid", "付款");
            case SERVING -> language.say("what a waiting room serves", "等候室叫号查询");
            default -> figure.title();
        };
    }
}
