/** The eight accents a side can be given; a configured colour keeps its hue only, and so do these. */
export const sideColors = [
  { name: 'Clay', color: '#AC430E' },
  { name: 'Ochre', color: '#8A6007' },
  { name: 'Moss', color: '#487906' },
  { name: 'Jade', color: '#097C56' },
  { name: 'Sky', color: '#036EAE' },
  { name: 'Iris', color: '#5B5ABC' },
  { name: 'Plum', color: '#8C47A0' },
  { name: 'Rose', color: '#AA3A62' },
] as const;
