import { demoPaths, personas } from '../demo/personas.js';
import type { AiServiceEntry, Defaults } from './ai-service.entity.js';

/** The demo services as rows of the catalogue, reached at `demoUrl`. */
export function demoServices(demoUrl: string, defaults: Defaults): AiServiceEntry[] {
  return personas.map(({ model, displayName, color, protocol }) => ({
    ...defaults,
    name: model,
    displayName,
    color,
    category: 'text',
    provider: protocol,
    model,
    baseUrl: demoUrl.replace(/\/+$/, '') + demoPaths[protocol],
    apiKey: 'demo',
    demo: true,
  }));
}
