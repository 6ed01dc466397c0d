/** Dollars per million tokens, as decimals. */
export interface ListedPrice {
  input: string;
  output: string;
}

interface PriceList {
  /** Where these models are served: another address may have another price for the same name. */
  host: string;
  models: Readonly<Record<string, ListedPrice>>;
}

const at = (input: string, output: string): ListedPrice => ({ input, output });

/**
 * What well-known models cost for text, by their vendors' price lists. An estimate: caches, batches, tiers and taxes
 * change what is really billed. A model that is not listed has no known price; AI_PRICES_FILE adds and corrects.
 */
export const knownPrices: { asOf: string; lists: readonly PriceList[] } = {
  asOf: '2026-04-30',
  lists: [
    {
      host: 'api.openai.com',
      models: {
        'gpt-5.2': at('1.75', '14'),
        'gpt-5.2-pro': at('21', '168'),
        'gpt-5.1': at('1.25', '10'),
        'gpt-5': at('1.25', '10'),
        'gpt-5-mini': at('0.25', '2'),
        'gpt-5-nano': at('0.05', '0.40'),
        'gpt-5-pro': at('15', '120'),
        'gpt-4.1': at('2', '8'),
        'gpt-4.1-mini': at('0.40', '1.60'),
        'gpt-4.1-nano': at('0.10', '0.40'),
        'gpt-4o': at('2.50', '10'),
        'gpt-4o-mini': at('0.15', '0.60'),
        o3: at('2', '8'),
        'o4-mini': at('1.10', '4.40'),
      },
    },
    {
      host: 'api.anthropic.com',
      models: {
        'claude-opus-4-7': at('5', '25'),
        'claude-opus-4-6': at('5', '25'),
        'claude-opus-4-5': at('5', '25'),
        'claude-opus-4-1': at('15', '75'),
        'claude-opus-4': at('15', '75'),
        'claude-sonnet-5': at('3', '15'),
        'claude-sonnet-4-6': at('3', '15'),
        'claude-sonnet-4-5': at('3', '15'),
        'claude-sonnet-4': at('3', '15'),
        'claude-haiku-4-5': at('1', '5'),
        'claude-3-5-haiku': at('0.80', '4'),
      },
    },
    {
      host: 'generativelanguage.googleapis.com',
      models: {
        'gemini-2.5-pro': at('1.25', '10'),
        'gemini-2.5-flash': at('0.30', '2.50'),
        'gemini-2.5-flash-lite': at('0.10', '0.40'),
        'gemini-2.0-flash': at('0.10', '0.40'),
      },
    },
    {
      host: 'api.x.ai',
      models: {
        'grok-4': at('3', '15'),
        'grok-4-fast-reasoning': at('0.20', '0.50'),
        'grok-4-fast-non-reasoning': at('0.20', '0.50'),
        'grok-3': at('3', '15'),
        'grok-3-mini': at('0.30', '0.50'),
      },
    },
    {
      host: 'api.mistral.ai',
      models: {
        'mistral-large-latest': at('0.50', '1.50'),
        'mistral-medium-latest': at('0.40', '2'),
        'mistral-small-latest': at('0.10', '0.30'),
      },
    },
    {
      host: 'api.deepseek.com',
      models: { 'deepseek-chat': at('0.28', '0.42'), 'deepseek-reasoner': at('0.28', '0.42') },
    },
    {
      host: 'api.groq.com',
      models: {
        'llama-3.3-70b-versatile': at('0.59', '0.79'),
        'llama-3.1-8b-instant': at('0.05', '0.08'),
      },
    },
    {
      host: 'api.together.xyz',
      models: { 'meta-llama/Llama-3.3-70B-Instruct-Turbo': at('0.88', '0.88') },
    },
  ],
};
