const shownEnd = 3;
const minHidden = 8;

/** An address masked so that its owner recognizes it and no one else can use it: `a…@example.org`, `https://hooks.slack.com/…abc`. */
export function maskedAddress(address: string): string {
  if (!address.includes('://')) {
    const at = address.lastIndexOf('@');
    return `${[...address][0] ?? ''}…${address.slice(at)}`;
  }
  const { origin, pathname, search } = new URL(address);
  const rest = pathname + search;
  if (rest === '/') return origin;
  return `${origin}/…${rest.length > minHidden + shownEnd ? rest.slice(-shownEnd) : ''}`;
}
