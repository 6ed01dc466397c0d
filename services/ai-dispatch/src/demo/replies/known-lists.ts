/** What the demo knows by heart. */
export const knownLists: { words: RegExp; title: string; items: string[] }[] = [
  { words: /planet/i, title: 'planets', items: 'Mercury Venus Earth Mars Jupiter Saturn Uranus Neptune'.split(' ') },
  {
    words: /week|days?\b/i,
    title: 'days of the week',
    items: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
  },
  {
    words: /month/i,
    title: 'months',
    items: 'January February March April May June July August September October November December'.split(' '),
  },
  {
    words: /continent/i,
    title: 'continents',
    items: ['Africa', 'Antarctica', 'Asia', 'Europe', 'North America', 'Oceania', 'South America'],
  },
  { words: /colou?r/i, title: 'colours', items: 'red orange yellow green blue indigo violet'.split(' ') },
  { words: /fruit/i, title: 'fruits', items: 'apple banana cherry fig grape lemon mango orange pear plum'.split(' ') },
  { words: /prime/i, title: 'prime numbers', items: '2 3 5 7 11 13 17 19 23 29 31 37 41 43 47'.split(' ') },
  { words: /animal/i, title: 'animals', items: 'bear cat dog fox goat horse lion mouse otter wolf'.split(' ') },
  { words: /ocean/i, title: 'oceans', items: ['Arctic', 'Atlantic', 'Indian', 'Pacific', 'Southern'] },
  { words: /letter|alphabet/i, title: 'letters', items: 'abcdefghijklmnopqrstuvwxyz'.split('') },
];

/** Angles from which any topic can be looked at, for topics the demo knows nothing about. */
export const angles = [
  'what it is for',
  'who needs it and who does not',
  'what it costs in time and money',
  'what usually goes wrong',
  'what it can be compared with',
  'how to try it in a small way first',
  'how to know whether it worked',
  'what changes if it is left out',
];
