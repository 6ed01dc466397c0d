/** Exit codes, one per kind of failure; docs/api.md has the table. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notAllowed: 3,
  unreachable: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Why a command ends: a sentence for the user and a code for the script. */
export class Failure extends Error {
  override readonly name: string = 'Failure';
  constructor(
    sentence: string,
    readonly exitCode: ExitCode,
  ) {
    super(sentence);
  }
}

/** The command cannot be run as it was written. */
export const usageFailure = (sentence: string) => new Failure(sentence, exitCodes.usage);
