/** The hosts of what an answer drew on, each once; documents without an address have none. */
export function hostsOf(urls: readonly (string | undefined)[]): string[] {
  const hosts = urls.flatMap((url) => {
    if (url === undefined || !URL.canParse(url)) return [];
    const { protocol, hostname } = new URL(url);
    return /^https?:$/.test(protocol) ? hostname.replace(/^www\./, '') : [];
  });
  return [...new Set(hosts)];
}
