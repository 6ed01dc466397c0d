/** Text on one line of which nothing is Markdown. Some viewers forget the backslashes of brackets within a link, so no link may follow them. */
export const escaped = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>#|!]/g, '\\$&')
    .replaceAll('](', ']\\(');
