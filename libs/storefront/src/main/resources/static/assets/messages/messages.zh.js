export default {
  inbox: {
    title: '消息',
    none: '暂无消息。退款到账、秒杀取消，以及您预约提醒的秒杀即将开始时，商店会在这里通知您。',
    older: '查看更早的消息',
    new: '未读',
    subject: {
      REFUNDED: '已退款',
      CALLED_OFF: '秒杀已取消',
      CALLED_OFF_PAID: '秒杀已取消',
      REMINDER: '秒杀即将开始',
      OFFER: '候补成功',
    },
    text: {
      REFUNDED: '“{title}”的 {amount} 已按原支付方式退回。',
      CALLED_OFF: '商店取消了秒杀“{title}”。无需付款；如果已经付款，会原路退回。',
      CALLED_OFF_PAID: '商店取消了秒杀“{title}”。您支付的 {amount} 正在退回，无需任何操作。',
      REMINDER: '“{title}”将于 {at} 开始。',
      OFFER: '为您保留了一件“{title}”，请在 {at} 前购买。',
    },
  },
  push: {
    title: '桌面通知',
    OFF: '即使没有打开商店页面，此浏览器也可以显示消息。',
    ON: '即使没有打开商店页面，此浏览器也会显示消息。',
    DENIED: '您已禁止商店显示通知，可以在浏览器设置中更改。',
    UNSUPPORTED: '此浏览器无法在商店页面关闭时显示消息，或者商店没有通过 TLS 打开。',
    turnOn: '显示消息',
    turnOff: '不再显示',
    failed: '浏览器连不上推送服务，请稍后再试。',
  },
};
