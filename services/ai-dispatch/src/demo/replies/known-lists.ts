/** What the demo knows by heart. */
export const knownLists: { pattern: RegExp; title: string; items: string[] }[] = [
  {
    pattern: /\bplanets?\b/i,
    title: 'planets',
    items: 'Mercury Venus Earth Mars Jupiter Saturn Uranus Neptune'.split(' '),
  },
  {
    pattern: /\b(weekdays?|days)\b/i,
    title: 'days of the week',
    items: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
  },
  {
    pattern: /\bmonths?\b/i,
    title: 'months',
    items: 'January February March April May June July August September October November December'.split(' '),
  },
  {
    pattern: /\bcontinents?\b/i,
    title: 'continents',
    items: ['Africa', 'Antarctica', 'Asia', 'Europe', 'North America', 'Oceania', 'South America'],
  },
  { pattern: /\bcolou?rs?\b/i, title: 'colours', items: 'red orange yellow green blue indigo violet'.split(' ') },
  {
    pattern: /\bfruits?\b/i,
    title: 'fruits',
    items: 'apple banana cherry fig grape lemon mango orange pear plum'.split(' '),
  },
  { pattern: /\bprimes?\b/i, title: 'prime numbers', items: '2 3 5 7 11 13 17 19 23 29 31 37 41 43 47'.split(' ') },
  { pattern: /\banimals?\b/i, title: 'animals', items: 'bear cat dog fox goat horse lion mouse otter wolf'.split(' ') },
  { pattern: /\boceans?\b/i, title: 'oceans', items: ['Arctic', 'Atlantic', 'Indian', 'Pacific', 'Southern'] },
  { pattern: /\b(letters|alphabet)\b/i, title: 'letters', items: 'abcdefghijklmnopqrstuvwxyz'.split('') },
];

/** Angles from which any topic can be looked at, each with advice that holds for most of them. */
export const angles: { name: string; advice: string }[] = [
  { name: 'what it is for', advice: 'Name the one job it does. If there are three, take them one at a time.' },
  { name: 'who needs it', advice: 'Picture one person who would miss it tomorrow, and what that person does today.' },
  { name: 'what it costs', advice: 'Count hours first and money second; the hours are what people forget.' },
  {
    name: 'what usually goes wrong',
    advice: 'Most failures are dull: nobody owned it, or nobody looked. Decide who looks.',
  },
  { name: 'what to compare it with', advice: 'Put it beside doing nothing. If it does not win clearly, stop here.' },
  { name: 'how to try it small', advice: 'One afternoon, one page, one person. Then decide again.' },
  { name: 'how to know it worked', advice: 'Choose the number before you begin, or you will like any number.' },
  { name: 'what changes without it', advice: 'Leave it out for a week and see who notices.' },
];
