import type { ProviderTarget } from './provider.js';

interface Service extends Pick<ProviderTarget, 'category' | 'model'> {
  provider: 'openai' | 'anthropic' | 'google' | 'openai-compatible';
  sees?: boolean;
}

/** Models that are known to take pictures. Of a model that is not known here it is not claimed. */
const seeing: Readonly<Record<Service['provider'], RegExp>> = {
  openai:
    /^(chatgpt-4o|gpt-4o(?!.*(audio|realtime|search))|gpt-4\.\d|gpt-4-turbo|gpt-[5-9]|o1(?!-mini|-preview)|o3(?!-mini)|o4)/,
  anthropic: /^claude-(?!2|instant)/,
  google: /^(gemini|gemma-[34])/,
  'openai-compatible':
    /(^|\/)(gpt-4o|gpt-4\.1|gpt-[5-9]|claude-(?!2|instant)|gemini|gemma-?[34]|grok-(4|2-vision)|pixtral|mistral-(small|medium|large)-latest|ministral-3|llama-?4|llama-?3\.2.*vision|llava|bakllava|moondream|minicpm-v|internvl|qwen.*-?vl|phi-4-multimodal|granite3\.2-vision|sonar)/i,
};

/** Whether a service is given pictures: as an administrator or the operator says, else as is known of its model. */
export function seesPictures({ category, provider, model, sees }: Service): boolean {
  return category === 'text' && (sees ?? seeing[provider].test(model));
}
