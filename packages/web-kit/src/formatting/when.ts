let made: { date: Intl.DateTimeFormat; time: Intl.DateTimeFormat } | undefined;

/** Made when the first moment is shown: the first use of `Intl` takes a browser 12 ms, on each page. */
const formats = () =>
  (made ??= {
    date: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' }),
    time: new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true }),
  });

/** `MMM d, yyyy h:mm a` in the reader's time zone: Nov 21, 2026 9:02 AM. */
export function when(moment: string | Date): string {
  const at = new Date(moment);
  const { date, time } = formats();
  // Some ICU versions put a narrow no-break space before AM and PM.
  return `${date.format(at)} ${time.format(at)}`.replace(/\u202f/g, ' ');
}

/** Seconds with one decimal, or with two: `4.1 s`, `0.38 s`. */
export const seconds = (milliseconds: number, digits: 1 | 2 = 1): string =>
  `${(milliseconds / 1000).toFixed(digits)} s`;
