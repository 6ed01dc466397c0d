import { fakeAi, type FakeAi } from '@polylogue/test-kit';
import type { Account } from '../../account.js';
import type { Api } from '../../api.js';
import type { AbuseContext, Ground } from '../part.js';
import type { WatchedBrowser } from '../watched-browser.js';
import { openWatchedBrowser } from '../watched-browser.js';
import { joined, markOf, pieces, type HostileReply } from './corpus.rules.js';
import { seeded, type Seeded } from '../seeded.rules.js';

/** So many services answer a message at once. */
const services = Array.from({ length: 24 }, (_, at) => `s${at}`);

/** Where hostile replies are written and read. */
export interface Stage {
  ground: Ground;
  api: Api;
  user: Account;
  browser: WatchedBrowser;
  /** Scripts the vendor: these groups are the next replies, one of each service. Names of the services. */
  answerWith(groups: readonly (readonly HostileReply[])[]): string[];
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
  vendor.replies(service, { chunks: pieces(joined(group), random), delayMs: 5 });
  return service;
}

/** Notes that a sink was given these replies. */
export function countDrawn({ found }: Stage, sink: string, count: number): void {
  found.drawn.set(sink, (found.drawn.get(sink) ?? 0) + count);
}

/** Marks of all replies of these groups. */
export const marksOf = (groups: readonly (readonly HostileReply[])[]): string[] => groups.flat().map(markOf);
