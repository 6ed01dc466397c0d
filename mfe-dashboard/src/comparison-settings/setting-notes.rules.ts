import type { AiService, AnswerSettings, SettingName } from '@polylogue/api-contract';
import { inWords } from '../in-words.js';

type Supporting = Pick<AiService, 'displayName' | 'supports' | 'maxOutputTokens'>;

/** What is said beside a setting: which of these services leave it out, or answer no longer than they may. */
export function noteOf(
  setting: SettingName,
  wanted: number | undefined,
  services: readonly Supporting[],
): string | undefined {
  const ignored = services.filter((service) => !takes(service, setting)).map(({ displayName }) => displayName);
  const shorter = setting === 'maxOutputTokens' ? services.flatMap((service) => shortenedOf(service, wanted)) : [];
  const sentences = [
    ignored.length > 0 && `${ignored.join(', ')} will be asked without it.`,
    shorter.length > 0 && `${shorter.join(', ')}.`,
  ];
  return sentences.filter(Boolean).join(' ') || undefined;
}

/** A service that a message goes to, and how it is to answer. */
export interface Asked extends Supporting, Pick<AiService, 'sees'> {
  settings: AnswerSettings;
}

/**
 * What is said before a message is sent: which services leave out some of how they are to answer, answer no longer than they
 * may, or are not given its pictures. Of a service of which that is not known nothing is said.
 */
export function notesBefore(asked: readonly Asked[], hasPictures: boolean): string {
  const without = new Map<string, string[]>();
  for (const service of asked) {
    const left = leftOutOf(service);
    if (left !== '') without.set(left, [...(without.get(left) ?? []), service.displayName]);
  }
  const blind = hasPictures ? asked.filter(({ sees }) => sees === false).map(({ displayName }) => displayName) : [];
  const shorter = asked.flatMap((service) => shortenedOf(service, service.settings.maxOutputTokens));
  return [
    ...[...without].map(([left, names]) => `${inWords(names)} will be asked without ${left}.`),
    ...shorter.map((sentence) => `${sentence} tokens.`),
    ...(blind.length > 0 ? [`${inWords(blind)} cannot see pictures and will be asked without them.`] : []),
  ].join(' ');
}

const words: Readonly<Record<SettingName, string>> = {
  systemPrompt: 'instructions',
  temperature: 'a temperature',
  reasoningEffort: 'a reasoning effort',
  maxOutputTokens: 'a longest answer',
  webSearch: 'web search',
};

function leftOutOf(service: Asked): string {
  const wanted = (Object.keys(words) as SettingName[]).filter(
    (name) => ![undefined, false].includes(service.settings[name] as undefined),
  );
  const left = wanted.filter((name) => !takes(service, name)).map((name) => words[name]);
  return left.length === 0 ? '' : inWords(left);
}

const takes = ({ supports }: Supporting, setting: SettingName): boolean => !supports || supports.includes(setting);

/** Of a service of which administrators allow shorter answers only. */
function shortenedOf(service: Supporting, wanted = 0): string[] {
  const { displayName, maxOutputTokens: max = Infinity } = service;
  if (wanted <= max || !takes(service, 'maxOutputTokens')) return [];
  return [`${displayName} may use at most ${max.toLocaleString('en-US')}`];
}
