/** One line of `/remotes.json`: where a slice's manifest is now. */
export interface Remote {
  name: string;
  entry: string;
}

/** Reads where the slices are. No address is built into the shell. */
export async function fetchRemotes(signal: AbortSignal): Promise<Remote[]> {
  const answer = await fetch('/remotes.json', { signal, cache: 'no-cache' });
  if (!answer.ok) throw new Error(`/remotes.json: HTTP ${answer.status}`);
  const rows = (await answer.json()) as Remote[];
  return rows.map(({ name, entry }) => ({ name, entry: new URL(entry, location.origin).href }));
}
