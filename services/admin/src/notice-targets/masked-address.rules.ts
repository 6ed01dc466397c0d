const shownEnd = 3;
const minHidden = 8;

/** An address so that its owner knows it again and nobody can use it: `a…@example.org`, `https://hooks.slack.com/…abc`. */
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
