const texts = {
  contents: 'Contents of the course',
  begin: 'Begin: {title}',
  goOn: 'Go on: {title}',
  next: 'Next: {title}',
  soFar: 'Read: {read} of {of} chapters. Run: {ran} scenarios. Only this browser remembers it.',
  forget: 'Forget my progress',
  haveRead: 'I have read this chapter',
  isRead: 'read',
  isRun: 'run before',
  toldIn: 'In the course:',
  runHere: 'Run {subject}',
  unchanged: 'The shop runs the code as it is, without your change.',
  compareHere: 'Compare them in the lab',
  noLab: 'The lock lab does not answer, so nothing in this chapter can be run. The text is whole all the same.',
  noLabHere: 'Nothing to press: the lock lab does not answer. On the command line: learn/lock-lab/cases run {subject}',
  code: 'Code',
  table: 'Table',
  diagram: 'Diagram',
  printed: 'What it printed, once you have predicted',
  printedOf: 'What {subject} printed',
};

export default { course: texts };
