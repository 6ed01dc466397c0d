import type { ProviderName } from '../catalog/providers.js';
import { wellKnownServices } from '../catalog/well-known.rules.js';

/** A vendor or program to begin a service with. */
export interface Preset {
  id: string;
  title: string;
  provider: ProviderName;
  baseUrl: string;
  displayName: string;
  model: string;
  color: string;
  needsKey: boolean;
}

const titles: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  xai: 'xAI',
  mistral: 'Mistral',
  deepseek: 'DeepSeek',
  perplexity: 'Perplexity',
  groq: 'Groq',
  openrouter: 'OpenRouter',
  together: 'Together',
};

const onThisMachine = (id: string, title: string, port: number, model: string, color: string): Preset => ({
  id,
  title,
  provider: 'openai-compatible',
  displayName: title,
  model,
  color,
  baseUrl: `http://127.0.0.1:${port}/v1`,
  needsKey: false,
});

/** In the order of the form: vendors, then programs of one's own. */
export const presets: readonly Preset[] = [
  ...Object.entries(titles).flatMap(([id, title]) => {
    const known = wellKnownServices.find(({ name }) => name === id);
    if (!known) return [];
    const { provider, baseUrl, displayName, model, color } = known;
    return [{ id, title, provider, baseUrl, displayName, model, color, needsKey: true }];
  }),
  onThisMachine('ollama', 'Ollama', 11434, 'llama3.3', '#036EAE'),
  onThisMachine('lm-studio', 'LM Studio', 1234, 'qwen3-8b', '#487906'),
  onThisMachine('vllm', 'vLLM', 8000, 'meta-llama/Llama-3.3-70B-Instruct', '#AC430E'),
];
