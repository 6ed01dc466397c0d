import type { ProviderName } from '../catalog/providers.js';
import type { ProviderTarget } from '../providers/provider.js';
import type { Scene, Stand } from './stand.js';

/** A real endpoint. It is asked for what costs little; what it cannot be brought to is left out. */
export function liveStand(wanted: ProviderName, place: Pick<ProviderTarget, 'baseUrl' | 'model' | 'apiKey'>): Stand {
  const target: ProviderTarget = { displayName: place.model, category: 'text', ...place };
  const short = 'Say hello in one short sentence.';
  return {
    name: new URL(place.baseUrl).host,
    play: (situation, protocol): Promise<Scene | undefined> => {
      const scenes: Partial<Record<typeof situation, Scene>> = {
        hello: { target, prompt: short },
        slow: { target, prompt: 'Count from 1 to 300 in words, one number per line.' },
        404: { target: { ...target, model: 'no-such-model-here' }, prompt: short },
        ...(place.apiKey && { 401: { target: { ...target, apiKey: 'sk-no-such-key' }, prompt: short } }),
      };
      return Promise.resolve(protocol === wanted ? scenes[situation] : undefined);
    },
    close: () => Promise.resolve(),
  };
}
