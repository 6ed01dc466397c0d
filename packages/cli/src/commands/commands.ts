import { usageFailure } from '../failure.js';
import { ask } from './ask.js';
import type { Command } from './command.js';
import { compare } from './compare.js';
import { config } from './config.js';
import { exportCommand } from './export.js';
import { login } from './login.js';
import { run } from './run.js';
import { services } from './services.js';

const commands: Readonly<Record<string, Command>> = {
  ask,
  compare,
  run,
  export: exportCommand,
  services,
  login,
  config,
};

export function commandCalled(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw usageFailure(`There is no command "${name}". "polylogue --help" lists them.`);
  return command;
}

export const helpOn = ({ usage, summary, details }: Command): string =>
  [`polylogue ${usage}`, '', `  ${summary}`, ...(details.length > 0 ? ['', ...details.map((line) => `  ${line}`)] : [])]
    .map((line) => `${line}\n`)
    .join('');

export const help = (): string => {
  const lines = Object.values(commands).map(({ usage, summary }) => `  polylogue ${usage}\n      ${summary}\n`);
  return `Several AI services, asked from a terminal or a script.\n\n${lines.join('')}
  polylogue <command> --help   says more about one

Server and key: POLYLOGUE_URL and POLYLOGUE_API_KEY, else what "polylogue login" keeps.
Exit codes: 0 all answered, 1 some did not, 2 wrong usage, 3 not allowed or no key, 4 server not reached, 130 interrupted.
`;
};
