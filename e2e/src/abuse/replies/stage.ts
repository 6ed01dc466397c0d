import type { AnswerOf, sendMessage } from '@polylogue/api-contract';
import { fakeAi, type FakeAi } from '@polylogue/test-kit';
import type { Account } from '../../account.js';
import type { Api } from '../../api.js';
import type { AbuseContext, Ground } from '../part.js';
import type { WatchedBrowser } from '../watched-browser.js';
import { openWatchedBrowser } from '../watched-browser.js';
import { joined, markOf, pieces, services, sourceOf, type HostileReply } from './corpus.rules.js';
import { seeded, type Seeded } from '../seeded.rules.js';

/** Where hostile replies are written and read. */
export interface Stage {
  ground: Ground;
  api: Api;
  user: Account;
  browser: WatchedBrowser;
  /** Scripts the vendor: these groups are the next replies, one of each service. Names of the services. */
  answerWith(groups: readonly (readonly HostileReply[])[]): string[];
  /** The vendor of all services, for what else they are to answer. */
  vendor: FakeAi;
  /** What was found in the pages that were looked at. */
  found: Found;
  report(line: string): void;
}

/** What sinks found, beside what the browser heard. */
export interface Found {
  /** Elements that would act. */
  acting: string[];
  /** Replies that were not seen where they should have been. */
  unseen: string[];
  /** How many replies each sink was given, by its name. */
  drawn: Map<string, number>;
}

export type SentRound = AnswerOf<typeof sendMessage>;

export async function setStage(context: AbuseContext, env: Record<string, string>): Promise<Stage> {
  const vendor = context.keep(await fakeAi());
  const ground = await context.startGround({
    aiServices: services.map((name) => serviceOf(name, vendor)),
    env: { QUALITY_MODE: 'manual', ...env },
  });
  const browser = context.keep(await openWatchedBrowser(ground.url));
  const random = seeded(context.seed);
  return {
    ground,
    api: ground.apiOf(ground.administrator),
    user: ground.administrator,
    browser,
    answerWith: (groups) => groups.map((group, at) => script(vendor, services[at]!, group, random)),
    vendor,
    found: { acting: [], unseen: [], drawn: new Map() },
    report: context.report,
  };
}

const serviceOf = (name: string, vendor: FakeAi) => ({
  name,
  displayName: `Service ${name}`,
  category: 'text',
  provider: 'openai-compatible',
  model: name,
  baseUrl: vendor.url,
  apiKey: 'sk-scripted',
});

function script(vendor: FakeAi, service: string, group: readonly HostileReply[], random: Seeded): string {
  vendor.replies(service, { chunks: pieces(joined(group), random), delayMs: 5, sources: group.map(sourceOf) });
  return service;
}

/** Notes that a sink was given these replies. */
export function countDrawn({ found }: Stage, sink: string, count: number): void {
  found.drawn.set(sink, (found.drawn.get(sink) ?? 0) + count);
}

/** Sends a message to these services as a program does, and waits for what they reply. */
export async function sendTo({ api }: Stage, message: string, selectedAIs: readonly string[]): Promise<SentRound> {
  const answer = await api.fetch('POST', '/api/send-message', { message, selectedAIs, mode: 'selective' });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`A message was answered ${answer.status}: ${text}`);
  return JSON.parse(text) as SentRound;
}

/** Marks of all replies of these groups. */
export const marksOf = (groups: readonly (readonly HostileReply[])[]): string[] => groups.flat().map(markOf);
