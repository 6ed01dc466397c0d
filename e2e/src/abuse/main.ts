// `npm run abuse`: attacks the product in every way there is a part for, and prints PASS or FAIL for each promise.
// `npm run abuse -- ownership fuzz`: some parts. `--quick`: a sample of each. `--seed 7`: the run of that seed.
// `--write`: writes docs/abuse.md, of all parts.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isKept, pageOf, verdictsOf, type PlayedPart } from './page.rules.js';
import { parts } from './parts.js';
import { playPart } from './play.js';
import { startGround } from './start.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, seed: { type: 'string' }, write: { type: 'boolean' } },
});
const seed = Number(values.seed ?? 1);
const isKnown = positionals.every((name) => parts[name]);
if (!isKnown || !Number.isSafeInteger(seed) || (values.write && positionals.length > 0)) {
  console.error(`Name parts (${Object.keys(parts).join(', ')}) and a whole number as --seed. --write takes all parts.`);
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
    const rows = await playPart(play, ground, { isQuick: values.quick, seed, report });
    const part = { name, title, rows };
    played.push(part);
    console.warn(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    process.stdout.write(`\n${title}\n${verdictsOf(part).join('\n')}\n`);
  }
  if (values.write)
    await writeFile(
      new URL('../../../docs/abuse.md', import.meta.url),
      pageOf(played, { seed, isQuick: values.quick }),
    );
  process.exitCode = isKept(played) ? 0 : 1;
} finally {
  await stop();
}
