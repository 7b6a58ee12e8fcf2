const texts = {
  contents: '课程目录',
  begin: '开始：{title}',
  goOn: '继续：{title}',
  next: '下一章：{title}',
  soFar: '已读 {read} / {of} 章，已运行 {ran} 个场景。只记在这个浏览器里。',
  forget: '清除记录',
  haveRead: '这一章我读完了',
  isRead: '已读',
  isRun: '运行过',
  toldIn: '课程里的讲解：',
  runHere: '运行 {subject}',
  unchanged: '商店运行的是原来的代码，不含你的改动。',
  compareHere: '在实验室里对比',
  noLab: '锁实验室没有应答，本章的方案暂时无法运行。正文照常可读。',
  noLabHere: '锁实验室没有应答，这里无法运行。可用命令行：learn/lock-lab/cases run {subject}',
  code: '代码',
  table: '表格',
  diagram: '示意图',
  printed: '它的输出（猜过再看）',
  printedOf: '{subject} 的输出',
};

export default { course: texts };
