import type { AiServiceLabel, Generation } from '@polylogue/api-contract';
import type { Generation as ProtoGeneration } from '@polylogue/proto';
import { toCostRange } from '../usage/cost-range.mapper.js';

/** Empty lists are left out: most replies have neither warnings nor sources. */
export function toGeneration(generation: ProtoGeneration | undefined): Generation | undefined {
  if (!generation) return undefined;
  const { displayName, color, model, responseModel, settings, warnings, sources, sourcesOmitted } = generation;
  return {
    service: { displayName, color },
    model,
    responseModel,
    settings: {
      systemPrompt: settings?.systemPrompt,
      temperature: settings?.temperature,
      reasoningEffort: settings?.reasoningEffort,
      maxOutputTokens: settings?.maxOutputTokens,
      webSearch: settings?.webSearch || undefined,
      answerSchema: settings?.answerSchema || undefined,
    },
    warnings: warnings.length > 0 ? warnings : undefined,
    sources: sources.length > 0 ? sources : undefined,
    sourcesOmitted: sourcesOmitted || undefined,
    estimate: generation.estimate && toCostRange(generation.estimate),
    sawPictures: generation.sawPictures,
    reasoning: generation.reasoning,
  };
}

/** Who wrote a reply, where it is not the conversation's service as it is called today. */
export function authorOf(
  author: string | undefined,
  generation: ProtoGeneration | undefined,
  ofConversation: AiServiceLabel,
  labelOf: (name: string) => AiServiceLabel,
): AiServiceLabel | undefined {
  const { displayName, color } = generation ?? {};
  const name = author ?? ofConversation.name;
  const isKnown = displayName !== undefined && displayName !== '';
  const label = isKnown ? { name, displayName, color: color || labelOf(name).color } : labelOf(name);
  return author === undefined && label.displayName === ofConversation.displayName ? undefined : label;
}
