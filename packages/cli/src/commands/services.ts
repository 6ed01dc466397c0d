import { listAiServices, type AiService } from '@polylogue/api-contract';
import { exitCodes } from '../failure.js';
import { Server } from '../server/server.js';
import { readSettings } from '../settings/settings.js';
import { cellsOf, fit } from '../terminal/cells.js';
import { safeText } from '../terminal/safe-text.js';
import type { Command } from './command.js';
import { outStyle, write, writeJson } from './output.js';

export const services: Command = {
  usage: 'services [--json]',
  summary: 'lists the AI services that can be asked, and your variants of them',
  details: ['--json       as /api/ai-services answers'],
  options: { json: { type: 'boolean' } },
  run: async (given) => {
    const server = new Server(await readSettings(process.env));
    const offered = await server.call(listAiServices, { query: { variants: 'true' } });
    if (given.flag('json')) writeJson(offered);
    else write(tableOf(offered));
    return exitCodes.done;
  },
};

function tableOf(offered: readonly AiService[]): string {
  const rows = offered.map(({ name, displayName, category, status }) => [
    name,
    safeText(displayName),
    category,
    status,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => cellsOf(row[column] ?? ''))));
  const lines = rows.map(([name = '', displayName = '', category = '', status = '']) =>
    [
      outStyle.bold(fit(name, widths[0] ?? 0)),
      fit(displayName, widths[1] ?? 0),
      fit(category, widths[2] ?? 0),
      status === 'error' ? outStyle.error(status) : outStyle.dim(status),
    ].join('  '),
  );
  return lines.map((line) => `${line}\n`).join('');
}
