// `npm run conformance -w services/ai-dispatch`: holds every adapter against our demo and against aimock.
// `… -- --url https://api.example/v1 --model m --protocol openai-compatible`: holds one against a live endpoint, with
// the key in CONFORMANCE_API_KEY.
import { parseArgs } from 'node:util';
import { providers, type ProviderName } from '../catalog/providers.js';
import { startAimockStand } from './aimock-stand.js';
import { startDemoStand } from './demo-stand.js';
import { startShapesStand } from './shapes-stand.js';
import { liveStand } from './live-stand.js';
import { brokenRules, runConformance, toTable, type Report } from './run.js';
import type { Stand } from './stand.js';

const { values } = parseArgs({
  options: { url: { type: 'string' }, model: { type: 'string' }, protocol: { type: 'string' } },
});

async function hold(stand: Stand, adapters?: ProviderName[]): Promise<Report> {
  try {
    return await runConformance(stand, adapters);
  } finally {
    await stand.close();
  }
}

async function reports(): Promise<Report[]> {
  const { url, model, protocol = 'openai-compatible' } = values;
  if (url === undefined) {
    const own = [await hold(await startDemoStand()), await hold(await startAimockStand())];
    return [...own, await hold(await startShapesStand())];
  }
  if (!Object.hasOwn(providers, protocol) || model === undefined || !URL.canParse(url)) {
    process.stderr.write(`Give --url, --model and --protocol (${Object.keys(providers).join(', ')}).\n`);
    process.exit(2);
  }
  const adapter = protocol as ProviderName;
  const apiKey = process.env['CONFORMANCE_API_KEY'];
  return [await hold(liveStand(adapter, { baseUrl: url.replace(/\/+$/, ''), model, apiKey }), [adapter])];
}

const found = await reports();
process.stdout.write(`${found.map(toTable).join('\n\n')}\n`);
const broken = found.flatMap(brokenRules);
if (broken.length > 0) process.stderr.write(`\n${broken.join('\n')}\n`);
process.exitCode = broken.length > 0 ? 1 : 0;
