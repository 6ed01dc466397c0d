import type { ProviderName } from '../catalog/providers.js';
import { startDemoServer } from '../demo/demo-server.js';
import type { FaultName } from '../demo/faults.js';
import { mediaPersonas } from '../demo/media/media-personas.js';
import { demoPaths, personas } from '../demo/personas.js';
import type { Situation, Stand } from './stand.js';

const categoryOf: Partial<Record<Situation, 'image' | 'audio' | 'video'>> = {
  picture: 'image',
  sound: 'audio',
  film: 'video',
};

const faultOf: Partial<Record<Situation, FaultName>> = {
  hang: 'hang',
  'silent-end': 'silent-end',
  cut: 'cut',
  malformed: 'malformed',
  html: 'html',
  redirect: 'redirect',
  401: '401',
  429: '429',
  500: '500',
};

/** Our own demo, with its fault switch. */
export async function startDemoStand(): Promise<Stand> {
  const demo = await startDemoServer({ port: 0, host: '127.0.0.1', speed: 20 });
  const order = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    await fetch(`${demo.url}/demo/faults`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  return {
    name: 'demo',
    play: async (situation: Situation, protocol: ProviderName) => {
      // Tested against the vendors' documented shapes in a stand of their own.
      if (situation === 'sourced' || situation === 'reasoned') return undefined;
      const category = categoryOf[situation];
      const maker = mediaPersonas.find((each) => each.category === category);
      // What it makes comes over OpenAI's endpoints, whichever of the two protocols is used.
      if (maker && !protocol.startsWith('openai')) return undefined;
      if (maker) {
        const address = { model: maker.model, baseUrl: demo.url + demoPaths[protocol], apiKey: 'demo' };
        const target = { displayName: 'Demo', category: maker.category, ...address };
        return { target, prompt: 'A small boat on a calm lake.' };
      }
      const model = personas.find((persona) => persona.protocol === protocol)?.model ?? '';
      const fault = faultOf[situation];
      if (fault) await order({ model, fault, ...(fault === '429' && { retryAfter: 1 }) });
      const prompt = situation === 'slow' ? 'Count from 1 to 400.' : 'Say hello in a sentence.';
      return {
        target: {
          displayName: 'Demo',
          category: 'text' as const,
          apiKey: 'demo',
          model: situation === '404' ? 'nobody' : model,
          baseUrl: demo.url + demoPaths[protocol],
        },
        prompt,
      };
    },
    close: demo.close,
  };
}
