import { createHash } from 'node:crypto';
import type { Generation, GenerationSettings } from '@polylogue/proto';

/** Said where how a reply was generated was not recorded. */
export const unrecorded = 'not recorded';

/**
 * Which version of a service wrote a reply: the model that answered, with the settings it was sent. The same words for the
 * same version, in a fixed order; long instructions are known by the beginning of their hash.
 */
export function versionOf(generation: Generation | undefined): string {
  if (!generation || generation.model === '') return unrecorded;
  return [generation.responseModel ?? generation.model, ...settingsOf(generation.settings)].join(' · ');
}

function settingsOf(settings: GenerationSettings | undefined): string[] {
  const { temperature, reasoningEffort, maxOutputTokens, webSearch, systemPrompt } = settings ?? {};
  return [
    temperature === undefined ? '' : `temperature ${Number(temperature.toFixed(3))}`,
    reasoningEffort === undefined ? '' : `${reasoningEffort} reasoning effort`,
    maxOutputTokens === undefined ? '' : `at most ${maxOutputTokens} tokens`,
    webSearch === true ? 'web search' : '',
    systemPrompt === undefined || systemPrompt === '' ? '' : `instructions ${hashOf(systemPrompt)}`,
  ].filter((each) => each !== '');
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6);
