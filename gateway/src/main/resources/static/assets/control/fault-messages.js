// What can be broken, how, and what to expect of it: a part of the control room's texts.

const en = {
  title: 'Break it yourself',
  explain: 'Send a crowd, break something, and look at the charts and the lights. Whatever you break, the lights must be green again after healing.',
  target: 'What',
  how: 'How',
  break: 'Break it',
  heal: 'Heal everything',
  whole: 'Nothing is broken.',
  injected: 'What was broken, the newest first',
  read: 'Read: {document}',
  healsAfter: 'It heals by itself after {n} s, as nobody could reach the button.',
  group: { servers: 'Servers', services: 'Services', lines: 'Lines between them' },
  kind: {
    KILL: 'kill (SIGKILL)',
    PAUSE: 'pause (SIGSTOP)',
    DELAY: 'slow down (200 ms each way)',
    CUT: 'cut off',
    CUT_ANSWERS: 'lose the answers',
    RESET: 'break all connections',
    WIPE: 'wipe',
    FAIL_OVER: 'fail over to a replica',
  },
  done: {
    KILL: 'is dead',
    PAUSE: 'hangs',
    DELAY: 'is slow',
    CUT: 'is cut',
    CUT_ANSWERS: 'loses the answers',
    RESET: 'broke all connections',
    WIPE: 'was wiped',
    FAIL_OVER: 'failed over',
  },
  state: { BROKEN: 'broken', HEALING: 'healing …', OVER: 'healed', NOT_BACK: 'did not come back, see its log' },
  document: {
    architecture: 'architecture, “{heading}”',
    '07-more-than-one-redis': 'chapter 7, more than one Redis',
    '09-the-database': 'chapter 9, the database',
    '10-the-whole-path': 'chapter 10, the whole path',
    '12-why-a-lock': 'chapter 12, why a lock',
  },
  expect: {
    redis: {
      KILL: 'Every click is refused or undecided; once Redis is back, its gates are of an earlier run, admit nobody, and are rebuilt from MySQL within seconds.',
      PAUSE: 'Clicks wait for their time-out and are undecided; who had been admitted all the same is told so when he clicks again.',
      WIPE: 'The gates are gone: refused as warming up for some seconds, until they are rebuilt from MySQL; only an acceptance that Kafka did not have yet can be lost.',
      FAIL_OVER: 'A replica becomes the master, and each gate is one of another run: refused for some seconds, then rebuilt and sold on.',
    },
    'redis-node': {
      KILL: 'A replica is hardly missed; the replicas of a dead master choose a new one within seconds.',
      PAUSE: 'As if it were dead; a master that wakes up finds that it has been replaced.',
    },
    sentinel: {
      KILL: 'Nothing: the other two are still the majority. Kill two, and nobody can replace a dead master.',
      PAUSE: 'Nothing, as long as the other two answer.',
    },
    kafka: {
      KILL: 'Clicks are still accepted, a little later each; orders stay queued in the outbox of Redis and are sent when Kafka is back.',
      PAUSE: 'Each click waits 300 ms for an acknowledgement that does not come, is accepted all the same, and waits in the outbox.',
    },
    database: {
      KILL: 'Clicks are still accepted, as they need Redis and Kafka only; no order is persisted and nobody can pay until it is back.',
      PAUSE: 'The same, only slower: whoever asks the database waits for a time-out, and the charts of MySQL stand still.',
    },
    gateway: {
      KILL: 'Nobody gets an answer, not even this page; shoppers click again, and who had been admitted is told so.',
      PAUSE: 'Everybody waits; whatever arrived meanwhile is answered when it wakes up.',
    },
    'stock-service': {
      KILL: 'Groups that were under way are undecided, all others refused at once; with a second instance the others buy on.',
      PAUSE: 'Groups that were under way are undecided after 5 s, the rest is refused; nothing is admitted twice when it wakes up.',
    },
    'order-service': {
      KILL: 'Clicks are still accepted and stay queued; after healing the batch comes again, and no order is made twice.',
      PAUSE: 'Clicks are still accepted and stay queued; a lock that it held runs out, and versions and unique keys decide.',
    },
    'coupon-service': {
      KILL: 'Sales go on, and paying without a coupon works; claims are refused.',
      PAUSE: 'Sales go on; who pays with a coupon waits and is told to try without.',
    },
    'control-room': {
      KILL: 'Shoppers notice nothing. This page does, and a crowd ends with it, as the control room sends it.',
      PAUSE: 'Shoppers notice nothing, but the crowd stands still, as the control room sends it.',
    },
    'lock-lab': {
      KILL: 'The shop goes on; only the pages of the lab do not answer.',
      PAUSE: 'The shop goes on; the pages of the lab wait for a time-out.',
    },
    'line-to-redis': {
      DELAY: 'Each script takes 400 ms longer; groups grow, so that much less than that is lost in answers a second.',
      CUT: 'As if Redis hung: clicks are undecided or refused, and nothing is decided by guessing.',
      CUT_ANSWERS: 'The scripts run and nobody hears of it: undecided clicks that did get a unit. Clicking again tells.',
      RESET: 'A few clicks are undecided; new connections work at once.',
    },
    'line-to-kafka': {
      DELAY: 'The acknowledgement comes later than 300 ms: accepted all the same, and sent by the relay once more, which changes nothing.',
      CUT: 'As if Kafka hung: accepted and kept in the outbox, orders stay queued.',
      CUT_ANSWERS: 'Kafka has the messages and nobody knows: they are sent again, and each still becomes one order.',
      RESET: 'Hardly anything: the clients connect again and repeat.',
    },
    'line-to-database': {
      DELAY: 'Orders are persisted later; batches grow, so that they catch up.',
      CUT: 'As if the database hung for this one service: transactions fail and are repeated.',
      CUT_ANSWERS: 'Commits happen and nobody hears of it; each is repeated, and its key says that it is done.',
      RESET: 'Transactions that were under way are rolled back and repeated.',
    },
  },
};

const zh = {
  title: '亲手弄坏它',
  explain: '放入人群，弄坏点什么，看图表和指示灯。无论弄坏什么，修复之后所有灯都必须重新变绿。',
  target: '对象',
  how: '方式',
  break: '弄坏',
  heal: '全部修复',
  whole: '一切正常。',
  injected: '弄坏过什么，最新的在前',
  read: '阅读：{document}',
  healsAfter: '{n} 秒后自动恢复，因为那时谁也点不到修复按钮。',
  group: { servers: '服务器', services: '服务', lines: '之间的线路' },
  kind: {
    KILL: '杀死（SIGKILL）',
    PAUSE: '停住（SIGSTOP）',
    DELAY: '变慢（单程 200 毫秒）',
    CUT: '切断',
    CUT_ANSWERS: '丢失应答',
    RESET: '断开所有连接',
    WIPE: '清空',
    FAIL_OVER: '切换到从节点',
  },
  done: {
    KILL: '已死',
    PAUSE: '停住',
    DELAY: '变慢',
    CUT: '被切断',
    CUT_ANSWERS: '丢失应答',
    RESET: '断开了所有连接',
    WIPE: '被清空',
    FAIL_OVER: '已切换',
  },
  state: { BROKEN: '故障中', HEALING: '正在恢复…', OVER: '已恢复', NOT_BACK: '没能恢复，见它的日志' },
  document: {
    architecture: '架构，“{heading}”（英文）',
    '07-more-than-one-redis': '第 7 章，不止一个 Redis',
    '09-the-database': '第 9 章，数据库',
    '10-the-whole-path': '第 10 章，完整路径',
    '12-why-a-lock': '第 12 章，为什么还要锁',
  },
  expect: {
    redis: {
      KILL: '每次点击都被拒绝或未定；Redis 回来后，闸门属于上一次运行，谁也不放行，几秒内从 MySQL 重建。',
      PAUSE: '点击一直等到超时，结果未定；其实已被受理的人，再点一次就会知道。',
      WIPE: '闸门没了：几秒内都答复“预热中”，直到从 MySQL 重建；只有 Kafka 还没拿到的受理可能丢失。',
      FAIL_OVER: '从节点成为主节点，所有闸门都属于另一次运行：拒绝几秒，重建后继续销售。',
    },
    'redis-node': {
      KILL: '少一个从节点几乎没有影响；主节点死了，它的从节点几秒内选出新的主节点。',
      PAUSE: '和死了一样；醒来的主节点会发现自己已被取代。',
    },
    sentinel: {
      KILL: '没有影响：另外两个仍是多数。再杀一个，就没有谁能替换死去的主节点了。',
      PAUSE: '只要另外两个还在应答，就没有影响。',
    },
    kafka: {
      KILL: '点击照样受理，只是每次稍慢；订单留在 Redis 的 outbox 里排队，Kafka 回来后再发送。',
      PAUSE: '每次点击都白等 300 毫秒的确认，然后照样受理，留在 outbox 里。',
    },
    database: {
      KILL: '点击照样受理，因为只需要 Redis 和 Kafka；在它回来之前，没有订单落库，也没有人能付款。',
      PAUSE: '同上，只是更慢：访问数据库的都要等到超时，MySQL 的曲线停住不动。',
    },
    gateway: {
      KILL: '谁也得不到答复，包括本页面；买家会再点，已被受理的人会得知结果。',
      PAUSE: '所有人都在等；期间到达的请求，在它醒来后得到答复。',
    },
    'stock-service': {
      KILL: '正在途中的那些组结果未定，其余的立即被拒绝；若有第二个实例，其他人照常购买。',
      PAUSE: '正在途中的那些组 5 秒后未定，其余的被拒绝；它醒来后，不会有谁被受理两次。',
    },
    'order-service': {
      KILL: '点击照样受理，订单一直排队；恢复后同一批消息会再来一遍，但不会多出订单。',
      PAUSE: '点击照样受理，订单一直排队；它持有的锁会到期，由版本号和唯一键来裁定。',
    },
    'coupon-service': {
      KILL: '销售照常，不用券也能付款；领券会被拒绝。',
      PAUSE: '销售照常；用券付款的人要等，然后被告知可以不用券再试。',
    },
    'control-room': {
      KILL: '买家毫无察觉。本页面会断开，正在进行的人群也会随之结束，因为人群是控制室放的。',
      PAUSE: '买家毫无察觉，但人群会停住，因为人群是控制室放的。',
    },
    'lock-lab': {
      KILL: '商店照常营业，只有实验室的页面没有响应。',
      PAUSE: '商店照常营业，实验室的页面要等到超时。',
    },
    'line-to-redis': {
      DELAY: '每个脚本多花 400 毫秒；但每组的人数会变多，所以每秒答复数的损失远没有那么大。',
      CUT: '和 Redis 停住一样：点击未定或被拒绝，绝不靠猜来决定。',
      CUT_ANSWERS: '脚本执行了，却没有人知道：有些未定的点击其实抢到了。再点一次就会知道。',
      RESET: '少数点击未定；新连接立即可用。',
    },
    'line-to-kafka': {
      DELAY: '确认晚于 300 毫秒才到：照样受理，由 relay 再发一次，而重复发送没有影响。',
      CUT: '和 Kafka 停住一样：受理后留在 outbox 里，订单排队。',
      CUT_ANSWERS: 'Kafka 收到了消息，却没有人知道：消息会再发一次，每条仍然只成为一个订单。',
      RESET: '几乎没有影响：客户端重新连接并重发。',
    },
    'line-to-database': {
      DELAY: '订单落库变慢；但每批会变大，所以能追上来。',
      CUT: '对这一个服务来说，数据库就像停住了：事务失败，然后重试。',
      CUT_ANSWERS: '事务提交了，却没有人知道；每个都会重试，而它的键会说明已经做过。',
      RESET: '进行中的事务回滚并重试。',
    },
  },
};

export const faults = { en, zh };
