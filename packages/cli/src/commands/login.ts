import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { listAiServices } from '@polylogue/api-contract';
import { exitCodes, usageFailure } from '../failure.js';
import { Server } from '../server/server.js';
import { addressOf } from '../settings/settings.js';
import { settingsPath, writeSettingsFile } from '../settings/settings-file.js';
import type { Command } from './command.js';
import { note } from './output.js';

export const login: Command = {
  usage: 'login [--url ADDRESS]',
  summary: 'keeps the address of a server and an API key, which it asks for',
  details: [
    '--url ADDRESS   such as https://polylogue.example.org',
    'In a script the key comes from the standard input.',
  ],
  options: { url: { type: 'string' } },
  run: async (given) => {
    const url = addressOf(given.text('url') ?? (await answerTo('Address of the server: ')));
    const key = (await secretAnswerTo('API key (it is not shown): ')).trim();
    if (key === '') throw usageFailure('There is no key. Make one in Your Account (API Keys).');
    // Nothing is kept that does not work.
    const offered = await new Server({ url, key }).call(listAiServices);
    const path = settingsPath(process.env);
    await writeSettingsFile(path, { url, key });
    note(`${url} offers ${offered.length} AI services to this key. Both are kept in ${path}.`);
    return exitCodes.done;
  },
};

async function answerTo(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw usageFailure('Name the server: polylogue login --url https://polylogue.example.org');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  return prompt.question(question).finally(() => prompt.close());
}

async function secretAnswerTo(question: string): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, written) => written() });
  const prompt = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  prompt.once('SIGINT', () => process.exit(exitCodes.interrupted));
  return prompt.question('').finally(() => {
    prompt.close();
    process.stderr.write('\n');
  });
}
