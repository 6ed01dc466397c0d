import { commandCalled, help, helpOn } from './commands/commands.js';
import { readArguments } from './commands/command.js';
import { note, write } from './commands/output.js';
import { exitCodes, Failure, type ExitCode } from './failure.js';

// The reader of the output may close it: `polylogue … | head`. A command with work to end is aborted (interrupts.ts).
process.stdout.on('error', () => undefined);
process.exitCode = await main(process.argv.slice(2)).catch(exitCodeOf);

async function main([name, ...rest]: readonly string[]): Promise<ExitCode> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    write(help());
    return name === undefined ? exitCodes.usage : exitCodes.done;
  }
  const command = commandCalled(name);
  const given = readArguments(command, rest);
  if (!given.flag('help')) return command.run(given);
  write(helpOn(command));
  return exitCodes.done;
}

function exitCodeOf(fault: unknown): ExitCode {
  if ((fault as NodeJS.ErrnoException).code === 'EPIPE') return exitCodes.interrupted;
  if (!(fault instanceof Failure)) throw fault;
  note(`polylogue: ${fault.message}`);
  return fault.exitCode;
}
