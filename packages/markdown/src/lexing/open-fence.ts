const opening = /^ {0,3}(`{3,}|~{3,})([^\n`]*)\n/;

/** The language and lines of a code block that `tail` starts with and has not closed yet. */
export function openFence(tail: string): { lang: string; text: string } | undefined {
  const found = opening.exec(tail.slice(0, 200));
  if (!found) return undefined;
  const marker = found[1] ?? '';
  const closing = new RegExp(`\\n {0,3}\\${marker[0]}{${marker.length},}[ \\t]*(?:\\n|$)`);
  if (closing.test(tail.slice(found[0].length - 1))) return undefined;
  return { lang: (found[2] ?? '').trim(), text: tail.slice(found[0].length) };
}
