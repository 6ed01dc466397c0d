export interface Choice {
  names: string[];
  /** Few rounds: whether it runs, not how fast. */
  isQuick: boolean;
  /** A goal that is missed is a failure. */
  isGate: boolean;
  shouldWrite: boolean;
  /** How many messages `operations` and `migrations` work with; undefined: as many as usual. */
  messages?: number | undefined;
  /** How long `soak` takes; undefined: an hour. */
  minutes?: number | undefined;
}

const flags = ['--quick', '--gate', '--write'];
const messagesShape = /^--messages=([1-9]\d{3,8})$/;
const minutesShape = /^--minutes=([1-9]\d{0,3})$/;

/** Reads the arguments after `npm run bench --`; all measurements when none is named, but for those that want to be. */
export function choose(args: string[], known: string[], onlyNamed: string[] = []): Choice | { sentence: string } {
  const unknown = args.find(
    (arg) => !flags.includes(arg) && !known.includes(arg) && !messagesShape.test(arg) && !minutesShape.test(arg),
  );
  if (unknown !== undefined) {
    return {
      sentence: `There is no measurement "${unknown}". Choose from: ${known.join(', ')}; flags: ${flags.join(', ')}, --messages=200000, --minutes=60.`,
    };
  }
  const named = known.filter((name) => args.includes(name));
  const numberIn = (shape: RegExp) => args.flatMap((arg) => shape.exec(arg)?.[1] ?? []).map(Number);
  const messages = numberIn(messagesShape).at(-1);
  const minutes = numberIn(minutesShape).at(-1);
  return {
    ...(messages !== undefined && { messages }),
    ...(minutes !== undefined && { minutes }),
    names: named.length > 0 ? named : known.filter((name) => !onlyNamed.includes(name)),
    isQuick: args.includes('--quick'),
    isGate: args.includes('--gate'),
    shouldWrite: args.includes('--write'),
  };
}
