import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { comparisonFormat, exportComparison } from '@polylogue/api-contract';
import { exitCodes, usageFailure } from '../failure.js';
import { Server } from '../server/server.js';
import { readSettings } from '../settings/settings.js';
import { safeText } from '../terminal/safe-text.js';
import { onlyWord, type Command } from './command.js';
import { note } from './output.js';

export const exportCommand: Command = {
  usage: 'export <comparison> [--as md|html|json|csv] [-o FILE]',
  summary: 'writes a comparison, named by its id or its address, as a file',
  details: [
    '--as FORMAT  md (when left out), html, json or csv',
    '-o FILE      into this file; to the standard output when left out',
  ],
  options: { as: { type: 'string' }, output: { type: 'string', short: 'o' } },
  run: async (given) => {
    const named = onlyWord(given, 'Which comparison? polylogue export <id or address>');
    const format = comparisonFormat.safeParse(given.text('as') ?? 'md');
    if (!format.success) throw usageFailure('The format must be md, html, json or csv.');
    const server = new Server(await readSettings(process.env));
    const id = named.replace(/[/?#]*$/, '').replace(/^.*\//, '');
    const call = { parameters: { id }, query: { format: format.data } };
    const body = Readable.fromWeb((await server.download(exportComparison, call)) as never);
    await save(body, given.text('output'));
    return exitCodes.done;
  },
};

async function save(body: Readable, file: string | undefined): Promise<void> {
  if (file === undefined) {
    // To a terminal only what is safe there, to a pipe every byte.
    const written = process.stdout.isTTY ? body.setEncoding('utf8').map(safeText) : body;
    return pipeline(written, process.stdout, { end: false });
  }
  await pipeline(body, createWriteStream(file)).catch((fault: NodeJS.ErrnoException) => {
    throw fault.syscall === 'open' ? usageFailure(`${file} cannot be written (${fault.code}).`) : fault;
  });
  note(`Written to ${file}.`);
}
