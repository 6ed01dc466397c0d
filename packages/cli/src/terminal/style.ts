/** How words stand out; where colours are not wanted, not at all. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  error(text: string): string;
  /** In a colour such as #10a37f. */
  colored(text: string, color: string | undefined): string;
}

export function styleFor(isColored: boolean): Style {
  const paint = (on: string, off: string) => (text: string) =>
    isColored ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    bold: paint('1', '22'),
    dim: paint('2', '22'),
    error: paint('31', '39'),
    colored: (text, color) => {
      const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color ?? '')?.slice(1);
      return parts ? paint(`38;2;${parts.map((part) => Number.parseInt(part, 16)).join(';')}`, '39')(text) : text;
    },
  };
}
