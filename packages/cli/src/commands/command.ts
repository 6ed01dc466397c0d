import { parseArgs, type ParseArgsConfig } from 'node:util';
import { usageFailure, type ExitCode } from '../failure.js';

/** The arguments of a command. */
export interface Arguments {
  readonly words: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | undefined;
}

export interface Command {
  /** `ask "<question>" [--to …]` */
  readonly usage: string;
  /** One line in the list of commands. */
  readonly summary: string;
  /** What each option does, a line each. */
  readonly details: readonly string[];
  readonly options: NonNullable<ParseArgsConfig['options']>;
  run(given: Arguments): Promise<ExitCode>;
}

/** @throws {Failure} for an option that the command does not have. */
export function readArguments({ options }: Pick<Command, 'options'>, args: readonly string[]): Arguments {
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options: all, allowPositionals: true });
    const found = values as Readonly<Record<string, string | boolean | undefined>>;
    return {
      words: positionals,
      flag: (name) => found[name] === true,
      text: (name) => (typeof found[name] === 'string' ? found[name] : undefined),
    };
  } catch (fault) {
    // Node's own sentence names the option.
    throw usageFailure((fault as Error).message);
  }
}

/** The one word that a command is about. */
export function onlyWord({ words }: Arguments, missing: string): string {
  const [word, ...more] = words;
  if (word === undefined || word.trim() === '') throw usageFailure(missing);
  if (more.length > 0)
    throw usageFailure(`"${more[0]}" is one word too many. Put quotes around what belongs together.`);
  return word;
}
