import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@polylogue/test-kit';
import { startCollector, type Collector } from '../../collector.js';
import { namesIn, searchFiles, searchPostgres, searchRedis, type Finding, type Needles } from '../../stores.js';
import { rowOf, type AbuseContext, type Ground, type PartResult, type PartRow } from '../part.js';
import { canaries, leaksOf, needlesOf, type Canary } from './allowed.rules.js';
import { leaveCanaries } from './uses.js';

const promises: Readonly<Record<Canary, string>> = {
  'provider key': "A provider's key is nowhere in clear",
  password: 'A password is nowhere in clear',
  'API key': 'An API key is nowhere in clear',
  session: "A session's cookie is nowhere in clear",
  prompt: 'What a user writes stands where it is kept for them, and nowhere else',
  'erased words': 'Of an erased user no word is left',
};

const searched = 'tables, Redis, NATS, files, logs, traces, metrics';

/** Words that are unique, searched after use in everything a product keeps, writes and sends. */
export async function playCanaries({ startGround, keep, report }: AbuseContext): Promise<PartResult> {
  const collector = keep(await startCollector());
  // A level lower than what an operator reads: what is logged when they look for a fault counts, too.
  const ground = await startGround({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'debug' } });
  report('canaries: used');
  const needles = needlesOf(await leaveCanaries(ground, keep));
  report('canaries: searched');
  // An erasure is done in batches, and repeated; traces are sent every few seconds.
  let findings: Finding[] = [];
  const isErased = async () => {
    findings = await searchAll(ground, collector, needles);
    return leaksOf('erased words', findings).length === 0;
  };
  await until(isErased, { timeoutMs: 90_000 }).catch(() => undefined);
  const rows = canaries.map((canary) => {
    const leaks = leaksOf(canary, findings);
    return { ...rowOf(promises[canary], '0', '', leaks), found: `${leaks.length} in ${searched}` };
  });
  return { rows: [...rows, await controlRow(ground, collector, findings)] };
}

async function searchAll(ground: Ground, collector: Collector, needles: Needles): Promise<Finding[]> {
  const { product } = ground;
  const inTraces = namesIn(collector.text(), needles).map((what) => ({ where: 'traces', what }));
  const found = await Promise.all([
    searchPostgres(product, needles),
    searchRedis(product.backing.redis.url, needles),
    searchFiles(product.folder, needles, (name) => /^(postgres|nats|redis|logs)(\/|$)/.test(name)),
    searchLogs(join(product.folder, 'logs'), needles),
    searchNatsFiles(product.folder, needles),
    searchMetrics(product.environment, needles),
  ]);
  return [...found.flat(), ...inTraces];
}

/** The files of its streams: what was published under any subject, whoever may read it. */
async function searchNatsFiles(folder: string, needles: Needles): Promise<Finding[]> {
  const found = await searchFiles(join(folder, 'nats'), needles, () => false);
  return found.map(({ where, what }) => ({ where: `nats ${where}`, what }));
}

/** Each line in which one stands, as it is: it says what wrote it. */
async function searchLogs(folder: string, needles: Needles): Promise<Finding[]> {
  const names = await readdir(folder);
  const found = names.map(async (name) => {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
    return lines.flatMap((line) => namesIn(line, needles).map((what) => ({ where: `log ${name}: ${line}`, what })));
  });
  return (await Promise.all(found)).flat();
}

async function searchMetrics(environment: NodeJS.ProcessEnv, needles: Needles): Promise<Finding[]> {
  const texts = await readMetrics(environment);
  return Object.entries(texts).flatMap(([where, text]) => namesIn(text, needles).map((what) => ({ where, what })));
}

async function readMetrics(environment: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const ports = Object.entries(environment).filter(([name]) => name.endsWith('_HEALTH_PORT'));
  const texts = ports.map(async ([name, port]) => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    return [`metrics of ${name.replace('_HEALTH_PORT', '').toLowerCase()}`, await answer.text()] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

/** A search that finds nothing where something is shows nothing. */
async function controlRow({ product }: Ground, collector: Collector, findings: readonly Finding[]): Promise<PartRow> {
  const { folder, environment, backing } = product;
  const known = { known: 'conversation.message_sent.v1' };
  const metrics = Object.values(await readMetrics(environment)).join('\n');
  const seen: Record<string, boolean> = {
    'the prompt in its table': findings.some(({ where }) => where === 'postgres conversation.messages'),
    'a subject in the streams of NATS': (await searchNatsFiles(folder, known)).length > 0,
    'requests in the logs': (await searchFiles(join(folder, 'logs'), { known: '/api/' }, () => false)).length > 0,
    'spans in the traces': collector.text().includes('/api/send-message'),
    'figures in the metrics': metrics.includes('# TYPE'),
    'keys in Redis': (await searchRedis(backing.redis.url, { known: ':' })).length > 0,
  };
  const blind = Object.keys(seen).filter((name) => !seen[name]);
  return rowOf('The search finds what is there', '0 missed', `${Object.keys(seen).length} places`, blind);
}
