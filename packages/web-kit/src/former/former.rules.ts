import { isBlindName, presetIdOf, serviceOf, type AiService, type AnswerPreset } from '@polylogue/api-contract';
import { inWords } from '../formatting/in-words.js';

export type Offered = readonly Pick<AiService, 'name'>[];

const has = (offered: Offered, name: string): boolean => offered.some((each) => each.name === name);

/** Variants that are missing while their service is offered: whether they are gone, only the presets can say. */
export const missingVariants = (names: readonly string[], offered: Offered): string[] =>
  names.filter((name) => !has(offered, name) && presetIdOf(name) !== undefined && has(offered, serviceOf(name)));

/** Those of these services and variants that are no longer offered; of a missing variant that is not said without presets. */
export function formerOf(
  names: readonly string[],
  offered: Offered,
  presets: readonly Pick<AnswerPreset, 'id' | 'aiServices'>[] | undefined,
): string[] {
  const missing = missingVariants(names, offered);
  const stands = (name: string) =>
    !presets || presets.some(({ id, aiServices }) => id === presetIdOf(name) && aiServices.includes(serviceOf(name)));
  return names.filter((name) => !has(offered, name) && !isBlindName(name) && !(missing.includes(name) && stands(name)));
}

/** `GPT · terse is no longer offered.` */
export const noLongerOffered = (displayNames: readonly string[]): string =>
  `${inWords(displayNames)} ${displayNames.length === 1 ? 'is' : 'are'} no longer offered.`;
