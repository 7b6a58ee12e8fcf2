// 海报上的文字。

const texts = {
  title: '每种锁怎么失效',
  lead: '实验室里的每种方案，运行中出现的每种失效，以及遇到同样故障仍然成立的方案。',
  print: '打印',
  survives: '实验室没有找到它的失效方式。',
  curedBy: '解法：',
  or: '，或 ',
  used: '换一种用法',
  nothing: '这里没有解法',
};

export default { lab: { poster: texts } };
