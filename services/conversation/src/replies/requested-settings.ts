import { variantDisplayName, type Generation, type GenerationSettings } from '@polylogue/proto';

/** What is requested of a service in place of its own settings, as it is stored with its dispatch. */
export interface RequestedSettings extends Partial<GenerationSettings> {
  /** The preset that says so, as it was called then. */
  presetName?: string | undefined;
  /** The service, or variant, behind an alias. */
  blindService?: string | undefined;
}

/** What ai-dispatch is sent of it. */
export function toGenerationSettings(requested: RequestedSettings | undefined): GenerationSettings | undefined {
  if (!requested) return undefined;
  const { systemPrompt, temperature, reasoningEffort, maxOutputTokens, webSearch } = requested;
  return { systemPrompt, temperature, reasoningEffort, maxOutputTokens, webSearch, answerSchema: false };
}

/** A reply of a variant says so for good: ai-dispatch knows the service only. */
export const namedAfter = (
  generation: Generation | undefined,
  { presetName }: RequestedSettings = {},
): Generation | undefined =>
  generation && presetName
    ? { ...generation, displayName: variantDisplayName(generation.displayName, presetName) }
    : generation;
