// A reply cut off inside a code block must not swallow what follows.
export function closed(content: string): string {
  let open: string | undefined;
  for (const [, ticks = ''] of content.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (open === undefined) open = ticks;
    else if (ticks[0] === open[0] && ticks.length >= open.length) open = undefined;
  }
  return open === undefined ? content : `${content}\n${open}`;
}

export const escaped = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|!]/g, '\\$&');
