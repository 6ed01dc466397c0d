/** Cuts a text about as a model's tokeniser would: words with their leading space, long ones in pieces. */
export function toTokens(text: string): string[] {
  const pieces = text.match(/\s?[\p{L}\p{N}]+|\s?[^\s\p{L}\p{N}]|\s+/gu) ?? [];
  return pieces.flatMap((piece) => {
    const letters = [...piece];
    if (letters.length <= 8) return [piece];
    const halves = Math.ceil(letters.length / 5);
    return Array.from({ length: halves }, (_, index) => letters.slice(index * 5, index * 5 + 5).join(''));
  });
}
