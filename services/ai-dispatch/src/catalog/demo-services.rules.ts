import { mediaPersonas } from '../demo/media/media-personas.js';
import { demoPaths, personas } from '../demo/personas.js';
import type { AiServiceEntry, Defaults } from './ai-service.entity.js';
import { defaultsOf } from './categories.rules.js';

/** The demo services as rows of the catalog, reached at `demoUrl`. */
export function demoServices(demoUrl: string, defaults: Defaults): AiServiceEntry[] {
  const text = personas.map((persona) => ({ ...persona, category: 'text' as const }));
  return [...text, ...mediaPersonas].map(({ model, displayName, color, protocol, category, ...persona }) => ({
    ...defaultsOf(category, defaults),
    name: model,
    displayName,
    color,
    category,
    provider: protocol,
    model,
    baseUrl: demoUrl.replace(/\/+$/, '') + demoPaths[protocol],
    apiKey: 'demo',
    demo: true,
    sees: 'sees' in persona && persona.sees === true,
  }));
}
