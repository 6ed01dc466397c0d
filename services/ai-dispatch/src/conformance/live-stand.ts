import type { ProviderName } from '../catalog/providers.js';
import type { ProviderTarget } from '../providers/provider.js';
import type { Scene, Stand } from './stand.js';

/** A real endpoint. Only cheap requests; situations that it cannot be brought to are left out. */
export function liveStand(wanted: ProviderName, address: Pick<ProviderTarget, 'baseUrl' | 'model' | 'apiKey'>): Stand {
  const target: ProviderTarget = { displayName: address.model, category: 'text', ...address };
  const short = 'Say hello in one short sentence.';
  return {
    name: new URL(address.baseUrl).host,
    play: (situation, protocol): Promise<Scene | undefined> => {
      const scenes: Partial<Record<typeof situation, Scene>> = {
        hello: { target, prompt: short },
        named: { target, prompt: short },
        slow: { target, prompt: 'Count from 1 to 300 in words, one number per line.' },
        404: { target: { ...target, model: 'no-such-model-here' }, prompt: short },
        ...(address.apiKey && { 401: { target: { ...target, apiKey: 'sk-no-such-key' }, prompt: short } }),
      };
      return Promise.resolve(protocol === wanted ? scenes[situation] : undefined);
    },
    close: () => Promise.resolve(),
  };
}
