// `npm run watch-set -w services/scheduler`: how many false alarms, and how many planted changes are found, with scripted
// services and an extractor of stated quality.
// `… -- --url https://polylogue.example --services gpt,claude --question "…" --runs 10`: how many false alarms the real services and
// the real extractor make, with an API key in WATCH_SET_API_KEY. It saves a watched query, runs it, and deletes it.
import { parseArgs } from 'node:util';
import { runLive } from './live.js';
import { foundOf, runWatchSets, toTable } from './run.js';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    services: { type: 'string' },
    question: { type: 'string' },
    runs: { type: 'string', default: '10' },
  },
});

async function scripted(): Promise<boolean> {
  const result = await runWatchSets();
  process.stdout.write(`${toTable(result)}\n`);
  return result.falseAlarms <= 0.02 * result.equalAnswers && foundOf(result) >= 0.95 * result.planted.length;
}

async function live(url: string): Promise<boolean> {
  const { services, question } = values;
  const apiKey = process.env['WATCH_SET_API_KEY'];
  const runs = Number(values.runs);
  if (!services || !question || !apiKey || !URL.canParse(url) || !(runs >= 1)) {
    process.stderr.write('Give --url, --services, --question, --runs and WATCH_SET_API_KEY.\n');
    process.exit(2);
  }
  const aiServices = services.split(',').map((name) => name.trim());
  const { answers, alarms, lines } = await runLive({ url, apiKey, aiServices, question, runs });
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.stdout.write(`${alarms} of ${answers} answers were reported as changed.\n`);
  return alarms <= 0.02 * answers;
}

process.exitCode = (await (values.url === undefined ? scripted() : live(values.url))) ? 0 : 1;
