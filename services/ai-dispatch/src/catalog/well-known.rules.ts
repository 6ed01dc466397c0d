import { anthropicBaseUrl } from '../providers/anthropic/anthropic.wire.js';
import { googleBaseUrl } from '../providers/google/google.wire.js';
import { openaiBaseUrl } from '../providers/openai/openai.wire.js';
import type { AiServiceEntry, Defaults } from './ai-service.entity.js';

type WellKnown = Pick<AiServiceEntry, 'name' | 'displayName' | 'color' | 'provider' | 'model' | 'baseUrl'> & {
  keys: string[];
};

const compatible = (name: string, displayName: string, color: string, key: string, baseUrl: string, model: string) =>
  ({ name, displayName, color, provider: 'openai-compatible', model, baseUrl, keys: [key] }) satisfies WellKnown;

/** What appears when its key stands in the environment and no file names the services. */
export const wellKnownServices: readonly WellKnown[] = [
  {
    name: 'openai',
    displayName: 'ChatGPT',
    color: '#10A37F',
    provider: 'openai',
    model: 'gpt-5.2',
    baseUrl: openaiBaseUrl,
    keys: ['OPENAI_API_KEY'],
  },
  {
    name: 'anthropic',
    displayName: 'Claude',
    color: '#D97757',
    provider: 'anthropic',
    model: 'claude-sonnet-5',
    baseUrl: anthropicBaseUrl,
    keys: ['ANTHROPIC_API_KEY'],
  },
  {
    name: 'google',
    displayName: 'Gemini',
    color: '#4285F4',
    provider: 'google',
    model: 'gemini-flash-latest',
    baseUrl: googleBaseUrl,
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  },
  compatible('xai', 'Grok', '#6E6AD8', 'XAI_API_KEY', 'https://api.x.ai/v1', 'grok-4'),
  compatible('mistral', 'Mistral', '#E0A100', 'MISTRAL_API_KEY', 'https://api.mistral.ai/v1', 'mistral-large-latest'),
  compatible('deepseek', 'DeepSeek', '#3B5BFD', 'DEEPSEEK_API_KEY', 'https://api.deepseek.com/v1', 'deepseek-chat'),
  compatible('perplexity', 'Perplexity', '#1FB8CD', 'PERPLEXITY_API_KEY', 'https://api.perplexity.ai', 'sonar'),
  compatible('groq', 'Groq', '#F55036', 'GROQ_API_KEY', 'https://api.groq.com/openai/v1', 'llama-3.3-70b-versatile'),
  compatible(
    'openrouter',
    'OpenRouter',
    '#8C47A0',
    'OPENROUTER_API_KEY',
    'https://openrouter.ai/api/v1',
    'openrouter/auto',
  ),
  compatible(
    'together',
    'Together',
    '#487906',
    'TOGETHER_API_KEY',
    'https://api.together.xyz/v1',
    'meta-llama/Llama-3.3-70B-Instruct-Turbo',
  ),
];

/** One service per key that is set. */
export function servicesOfKeys(env: Readonly<Record<string, unknown>>, defaults: Defaults): AiServiceEntry[] {
  return wellKnownServices.flatMap(({ keys, ...known }) => {
    const apiKey = keys.map((key) => env[key]).find((value) => typeof value === 'string' && value !== '');
    if (typeof apiKey !== 'string') return [];
    return [{ ...defaults, ...known, apiKey, category: 'text' as const, demo: false }];
  });
}
