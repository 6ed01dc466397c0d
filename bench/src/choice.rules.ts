export interface Choice {
  names: string[];
  /** Few rounds: whether it runs, not how fast. */
  isQuick: boolean;
  /** A goal that is missed is a failure. */
  isGate: boolean;
  shouldWrite: boolean;
}

const flags = ['--quick', '--gate', '--write'];

/** What the words after `npm run bench --` ask for; all measurements when none is named. */
export function choose(words: string[], known: string[]): Choice | { sentence: string } {
  const strange = words.find((word) => !flags.includes(word) && !known.includes(word));
  if (strange !== undefined) {
    return {
      sentence: `There is no measurement "${strange}". Choose from: ${known.join(', ')}; flags: ${flags.join(', ')}.`,
    };
  }
  const named = known.filter((name) => words.includes(name));
  return {
    names: named.length > 0 ? named : known,
    isQuick: words.includes('--quick'),
    isGate: words.includes('--gate'),
    shouldWrite: words.includes('--write'),
  };
}
