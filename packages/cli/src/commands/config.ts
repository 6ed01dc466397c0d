import { exitCodes } from '../failure.js';
import { readSettings } from '../settings/settings.js';
import { settingsPath } from '../settings/settings-file.js';
import type { Command } from './command.js';
import { write } from './output.js';

// Masked as Your Account shows it: enough to find the key there, too little to use it.
const shownOfKey = 16;

export const config: Command = {
  usage: 'config',
  summary: 'shows which server and which key are used',
  details: [],
  options: {},
  run: async () => {
    const { url, key } = await readSettings(process.env);
    write(`server  ${url}\nkey     ${key.slice(0, shownOfKey)}…\nfile    ${settingsPath(process.env)}\n`);
    return exitCodes.done;
  },
};
