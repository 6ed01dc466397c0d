// `npm run agreement-set`: how much agreement maps are worth, by scripted extractors of stated quality.
// `… -- --service gpt`: by a service of an installation that runs, with an API key in AGREEMENT_SET_KEY that may send.
// `… -- --url https://api.example --model m`: by a model at any server that speaks chat completions.
import { parseArgs } from 'node:util';
import type { Extractor } from './extractor.js';
import { missedGoals, nothingMeasured, summed, type Measures } from './measure.rules.js';
import { readRounds } from './rounds.js';
import { runSet, type SetReport } from './run.js';
import { qualities, scriptedExtractor } from './scripted-extractor.rules.js';
import { serviceExtractor } from './service-extractor.js';
import { tableOf } from './table.rules.js';

/** One run of a script says little of the next: what is printed is of all of these. */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const { values } = parseArgs({
  options: {
    service: { type: 'string' },
    url: { type: 'string', default: 'http://localhost:3000' },
    model: { type: 'string' },
  },
});
const model = values.model ?? (values.service === undefined ? undefined : `polylogue/${values.service}`);
if (!URL.canParse(values.url)) {
  process.stderr.write('Give the address of a server as --url, such as http://localhost:3000.\n');
  process.exit(2);
}

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const rounds = await readRounds();

async function made(extractor: Extractor): Promise<SetReport> {
  const onRound = (done: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${rounds.length} maps`);
  };
  const report = await runSet(rounds, extractor, { signal: stop.signal, onRound });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  for (const failure of report.failures) process.stderr.write(`${failure}\n`);
  return report;
}

const rows: [string, Measures][] = [];
let missed: string[];
if (model === undefined) {
  for (const [name, quality] of Object.entries(qualities)) {
    let all = nothingMeasured;
    for (const seed of seeds) all = summed(all, (await made(scriptedExtractor(quality, seed))).all);
    rows.push([name, all]);
  }
  missed = missedGoals(rows.find(([name]) => name === 'ordinary')![1]);
} else {
  const apiKey = process.env['AGREEMENT_SET_KEY'];
  const url = values.url.replace(/\/+$/, '');
  const { all, byKind } = await made(serviceExtractor({ url, model, apiKey }));
  rows.push(...byKind, [model, all]);
  missed = missedGoals(all);
}
process.stdout.write(`${tableOf(rows)}\n`);
if (missed.length > 0) process.stderr.write(`\n${missed.join('\n')}\n`);
process.exitCode = missed.length > 0 ? 1 : 0;
