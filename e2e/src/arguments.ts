import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * Reads the arguments of an instrument. `--help` prints its usage and ends with 0; an option that there is not, or one without
 * its value, is said in a sentence above the usage and ends with 2.
 */
export function readArguments<const Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.slice(2).includes('--help')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    console.error(`${sentence}.\n${usage}`);
    process.exit(2);
  }
}
