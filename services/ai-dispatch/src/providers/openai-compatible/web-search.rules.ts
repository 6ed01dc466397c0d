import type { ProviderTarget } from '../provider.js';

interface Searching {
  model: RegExp;
  /** By a tool of its Responses protocol, by one of chat completions, or by none: with every message, wanted or not. */
  by: 'responses' | 'chat' | 'always';
}

/** Compatible services that are known to search, by their host. Of any other nothing is claimed. */
const searching: Readonly<Record<string, Searching>> = {
  // The tools that xAI runs itself came with Grok 4; its models for code are not known to take them.
  'api.x.ai': { model: /^grok-(latest$|[4-9])/, by: 'responses' },
  'openrouter.ai': { model: /./, by: 'chat' },
  'api.perplexity.ai': { model: /^sonar/, by: 'always' },
};

/** How a compatible service searches the web; undefined where it is not known to. */
export function compatibleSearch({ baseUrl, model }: Pick<ProviderTarget, 'baseUrl' | 'model'>) {
  const known = URL.canParse(baseUrl) ? searching[new URL(baseUrl).host] : undefined;
  return known?.model.test(model) ? known.by : undefined;
}
