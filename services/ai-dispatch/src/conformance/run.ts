import { providers, type ProviderName } from '../catalog/providers.js';
import { parseAllowList } from '@polylogue/service-kit';
import { NetworkPolicy } from '../network/network-policy.js';
import { HttpClient } from '../providers/http.client.js';
import { rules, watch, type Seen } from './rules.js';
import type { Scene, Stand } from './stand.js';

/** What came of one rule for one adapter; undefined where the server cannot be brought to it. */
export type Verdict = { isKept: boolean; fault?: string } | undefined;

/** Verdicts by rule, then by adapter. */
export interface Report {
  stand: string;
  adapters: ProviderName[];
  verdicts: Map<string, Map<ProviderName, Verdict>>;
}

/** Holds adapters against a server, rule by rule. */
export async function runConformance(
  stand: Stand,
  adapters = Object.keys(providers) as ProviderName[],
): Promise<Report> {
  // The caller named the server, so its network is allowed.
  const allowed = parseAllowList('0.0.0.0/0 ::/0');
  const settings = { OLLAMA_URL: 'off', LM_STUDIO_URL: 'off', AI_DISPATCH_ALLOWED_NETWORKS: allowed } as const;
  const http = new HttpClient(new NetworkPolicy(settings));
  const verdicts: Report['verdicts'] = new Map();
  try {
    for (const rule of rules) {
      const row = new Map<ProviderName, Verdict>();
      verdicts.set(rule.id, row);
      for (const adapter of adapters) {
        const scene = await stand.play(rule.situation, adapter);
        if (!scene) continue;
        const seen = await watch(rule, adapter, scene, http);
        const fault = leakOf(seen, scene) ?? rule.check(seen);
        row.set(adapter, { isKept: fault === undefined, fault });
      }
    }
  } finally {
    http.onApplicationShutdown();
  }
  return { stand: stand.name, adapters, verdicts };
}

/** An error never holds the key it was refused for. */
function leakOf({ thrown }: Seen, { target: { apiKey } }: Scene): string | undefined {
  if (thrown === undefined || !apiKey || apiKey.length < 6) return undefined;
  const { message, stack, cause } = thrown as Error;
  return JSON.stringify([message, stack, cause, thrown]).includes(apiKey) ? 'the key stands in the error' : undefined;
}

export const brokenRules = ({ stand, verdicts }: Report): string[] =>
  [...verdicts].flatMap(([rule, row]) =>
    [...row].flatMap(([adapter, verdict]) =>
      verdict?.isKept === false ? [`${stand}, ${adapter}, ${rule}: ${verdict.fault}`] : [],
    ),
  );

/** The report as a Markdown table. */
export function toTable({ stand, adapters, verdicts }: Report): string {
  const sign = (verdict: Verdict) => (verdict ? (verdict.isKept ? 'yes' : '**no**') : '–');
  const lines = rules.map(({ id, title }) => {
    const row = verdicts.get(id);
    return `| ${id} | ${title} | ${adapters.map((adapter) => sign(row?.get(adapter))).join(' | ')} |`;
  });
  const head = `| rule | against ${stand} | ${adapters.join(' | ')} |`;
  return [head, `| --- | --- | ${adapters.map(() => '---').join(' | ')} |`, ...lines].join('\n');
}
