const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

/** '2 hours ago'. */
export function timeAgo(moment: string, now: Date): string {
  const seconds = Math.round((now.getTime() - new Date(moment).getTime()) / 1000);
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? [];
  return unit && size ? relative.format(-Math.floor(seconds / size), unit) : 'just now';
}
