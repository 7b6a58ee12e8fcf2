// The texts of the poster.

const texts = {
  title: 'What each lock dies of',
  lead: 'Each scheme of the lab, each failure that a run shows, and the scheme that survives the same fault.',
  print: 'Print',
  survives: 'The lab has found nothing that it dies of.',
  curedBy: 'cured by ',
  or: ', or ',
  used: 'using it otherwise',
  nothing: 'nothing here',
};

export default { lab: { poster: texts } };
