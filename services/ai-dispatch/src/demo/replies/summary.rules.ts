const dull = new Set(
  (
    'the a an and or but of to in on at for with from by as is are was were be been it its this that these those i you we they he she ' +
    'not no do does did have has had will would can could should may my your our their me us them what which who how why when where ' +
    'before after consider explain describe think know want need help get use using between because while during through up out ' +
    'if then than so just about into over also please tell give write make list some any all there here more most very'
  ).split(' '),
);

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

/** The words a text is about, most frequent first. */
export function keywords(text: string, max: number): string[] {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) {
    if (word.length > 2 && !dull.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, max)
    .map(([word]) => word);
}

/** What a message is about in a word or two, as it was written: its last word of weight, with one right before it. */
export function topicOf(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}']+/gu) ?? [];
  const weighs = (word: string | undefined) => word !== undefined && word.length > 2 && !dull.has(word.toLowerCase());
  const last = words.findLastIndex(weighs);
  if (last === -1) return undefined;
  return words.slice(weighs(words[last - 1]) ? last - 1 : last, last + 1).join(' ');
}

export function sentencesOf(text: string): string[] {
  const flat = text.replace(/\s+/g, ' ').trim();
  return (flat.match(/[^.!?]+(?:[.!?]+|$)/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** The sentences that hold most of what the text repeats, in their order. */
export function summarise(text: string, max: number): string[] {
  const sentences = sentencesOf(text);
  const weight = new Map(keywords(text, 12).map((word, index) => [word, 12 - index]));
  const scored = sentences.map((sentence, index) => {
    const words = wordsOf(sentence);
    const sum = words.reduce((total, word) => total + (weight.get(word) ?? 0), 0);
    return { sentence, index, score: sum / Math.sqrt(words.length + 4) };
  });
  const best = scored.sort((a, b) => b.score - a.score).slice(0, max);
  return best.sort((a, b) => a.index - b.index).map(({ sentence }) => sentence);
}
