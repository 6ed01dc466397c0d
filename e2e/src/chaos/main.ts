// `npm run chaos`: plays the faults of seeds on the product under load, and has an oracle look for broken promises.
// `--quick`: ten seeds, some minutes. `--seed 7`, `--seeds 5..9`: those. `--replicas 1`: one process of each slice, not two.
// `--report folder`: where chaos.md and chaos.json are written; `.data/chaos` when absent.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readArguments } from '../arguments.js';
import { openGround } from './ground.js';
import { playSeeds, type Played } from './play.js';
import { countsOf, isKept, pageOf, verdictsOf } from './report.rules.js';
import { chosenSeeds, inBatches } from './seeds.rules.js';

const text = { type: 'string' } as const;
const options = { seed: text, seeds: text, quick: { type: 'boolean' }, replicas: text, report: text } as const;
const usage = 'Say --quick, --seed 7 or --seeds 5..9, and --replicas 1 or 2; --report folder.';
const { values } = readArguments({ options }, usage);
const seeds = chosenSeeds(values);
const replicas = Number(values.replicas ?? 2);
if (!seeds || !Number.isInteger(replicas) || replicas < 1) {
  console.error(usage);
  process.exit(2);
}
const folder = resolve(values.report ?? join(import.meta.dirname, '../../../.data/chaos'));
await mkdir(folder, { recursive: true });

const begun = performance.now();
const say = (line: string) => console.warn(`${((performance.now() - begun) / 1000).toFixed(0).padStart(5)} s  ${line}`);
const all: Played[] = [];
const opening = openGround(replicas, say);
let stopped: Promise<void> | undefined;
const stop = () => (stopped ??= opening.then((ground) => ground.stop(!isKept(all))));
const interrupt = () => void stop().finally(() => process.exit(130));
process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
const ground = await opening;
try {
  for (const batch of inBatches(seeds)) {
    all.push(await playSeeds(batch, ground, say));
    const found = all.at(-1)!.violations.length;
    say(`seeds ${batch[0]} to ${batch.at(-1)}: ${found === 0 ? 'PASS' : `FAIL, ${found} found`}`);
    await writeFile(join(folder, 'chaos.md'), pageOf(all));
    await writeFile(join(folder, 'chaos.json'), JSON.stringify({ counts: countsOf(all), played: all }, null, 1));
  }
  process.stdout.write(`${verdictsOf(all).join('\n')}\n${JSON.stringify(countsOf(all))}\n`);
  if (!isKept(all)) say(`logs: ${ground.folder}/logs, report: ${folder}`);
  process.exitCode = isKept(all) ? 0 : 1;
} finally {
  await stop();
}
