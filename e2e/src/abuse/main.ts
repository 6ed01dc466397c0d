// `npm run abuse`: attacks the product in every way there is a part for, and prints PASS or FAIL for each promise.
// `npm run abuse -- ownership fuzz`: some parts. `--quick`: a sample of each. `--seed 7`: the run of that seed.
// `--values 1000`: so many values of each schema. `--write`: renews what was played in docs/abuse.md.
import { readFile, writeFile } from 'node:fs/promises';
import { readArguments } from '../arguments.js';
import { isKept, renewPage, verdictsOf, type PlayedPart } from './page.rules.js';
import { parts } from './parts.js';
import { playPart } from './play.js';
import { startGround } from './start.js';

const usage = `Name parts (${Object.keys(parts).join(', ')}), and a whole number as --seed and as --values; --quick, --write.`;
const { values, positionals } = readArguments(
  {
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      seed: { type: 'string' },
      values: { type: 'string' },
      write: { type: 'boolean' },
    },
  },
  usage,
);
const seed = Number(values.seed ?? 1);
const valuesEach = values.values === undefined ? undefined : Number(values.values);
const isKnown = positionals.every((name) => parts[name]);
const isCount = valuesEach === undefined || (Number.isSafeInteger(valuesEach) && valuesEach > 0);
if (!isKnown || !Number.isSafeInteger(seed) || !isCount) {
  console.error(usage);
  process.exit(2);
}

const report = (line: string) => console.warn(line);
const { stop, ...ground } = await startGround({}, report);
const interrupt = () => void stop().finally(() => process.exit(130));
process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
const played: PlayedPart[] = [];
try {
  for (const [name, { title, play }] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const begun = performance.now();
    const rows = await playPart(play, ground, { isQuick: values.quick, seed, valuesEach, report });
    const part = { name, title, rows };
    played.push(part);
    console.warn(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    process.stdout.write(`\n${title}\n${verdictsOf(part).join('\n')}\n`);
  }
  if (values.write) {
    const page = new URL('../../../docs/abuse.md', import.meta.url);
    const before = await readFile(page, 'utf8').catch(() => '');
    const size = { seed, isQuick: values.quick, values: valuesEach };
    await writeFile(page, renewPage(before, played, Object.keys(parts), size));
  }
  process.exitCode = isKept(played) ? 0 : 1;
} finally {
  await stop();
}
