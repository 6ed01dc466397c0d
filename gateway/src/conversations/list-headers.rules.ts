/** What a list says of itself beside its array: how many there are, and where it goes on. */
export function listHeaders(
  {
    total,
    totalAtLeast,
    nextCursor,
  }: { total: number | undefined; totalAtLeast: number | undefined; nextCursor: string },
  url: string,
): Record<string, string> {
  const next = new URL(url, 'http://self');
  next.searchParams.set('cursor', nextCursor);
  return {
    ...(total === undefined ? {} : { 'X-Total-Count': String(total) }),
    ...(totalAtLeast === undefined ? {} : { 'X-Total-At-Least': String(totalAtLeast) }),
    ...(nextCursor === '' ? {} : { Link: `<${next.pathname}${next.search}>; rel="next"` }),
  };
}
