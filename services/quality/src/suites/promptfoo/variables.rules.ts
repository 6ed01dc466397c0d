import { suiteLimits } from '../suite-request.rules.js';
import type { LeftOut } from './left-out.js';
import type { Vars } from './template.rules.js';

/** Each variable with the texts it stands for, one after the other; undefined where one of them is none. */
type Lists = ReadonlyMap<string, readonly string[] | undefined>;

/** The variables of a test beside those of all tests. Its sets of variables are counted, and made one by one. */
export class Variables {
  readonly #own: Lists;

  constructor(
    private readonly usual: UsualVariables,
    own: Readonly<Record<string, unknown>> = {},
  ) {
    this.#own = listsOf(own);
  }

  /** How many sets they stand for; 0 where the test is left out. */
  count(leftOut: LeftOut): number {
    let sets = 1;
    for (const [name, texts] of this.#lists(this.usual.severals)) {
      if (!texts) {
        leftOut.add(`vars: ${name}`, 'Only texts and numbers are filled in; the test is left out.');
        return 0;
      }
      sets *= texts.length;
      if (sets === 0) return 0;
      if (sets > suiteLimits.cases) {
        leftOut.add(
          'vars',
          `The lists of a test stand for more than ${suiteLimits.cases} cases; the test is left out.`,
        );
        return 0;
      }
    }
    return sets;
  }

  /** One of those that were counted; the last variable changes first. */
  at(index: number): Vars {
    let rest = index;
    const texts = [...this.#lists(this.usual.lists)].toReversed().map(([name, list = []]) => {
      const text = list[rest % list.length]!;
      rest = Math.floor(rest / list.length);
      return [name, text] as const;
    });
    return Object.fromEntries(texts);
  }

  *#lists(usual: Lists): Generator<[string, readonly string[] | undefined]> {
    for (const each of usual) if (!this.#own.has(each[0])) yield each;
    yield* this.#own;
  }
}

/** Variables of all tests, read once. */
export class UsualVariables {
  readonly lists: Lists;
  /** Those that count: of a long list of variables with one text each, no test has to look at any. */
  readonly severals: Lists;

  constructor(vars: Readonly<Record<string, unknown>> = {}) {
    this.lists = listsOf(vars);
    this.severals = new Map([...this.lists].filter(([, texts]) => texts?.length !== 1));
  }
}

const listsOf = (vars: Readonly<Record<string, unknown>>): Lists =>
  new Map(Object.entries(vars).map(([name, value]) => [name, textsOf(value)]));

function textsOf(value: unknown): string[] | undefined {
  const texts = (Array.isArray(value) ? (value as unknown[]) : [value]).map(textOf);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return /^(file|package):\/\//.test(value) ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
