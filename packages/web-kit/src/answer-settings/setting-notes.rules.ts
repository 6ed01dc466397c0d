import { grouped, type AiService, type AnswerSettings, type SettingName } from '@polylogue/api-contract';
import { inWords } from '../formatting/in-words.js';

type Limits = Pick<AiService, 'supports' | 'maxOutputTokens' | 'maxTemperature' | 'temperatureOrEffort'>;
type Supporting = Pick<AiService, 'displayName'> & Limits;

/**
 * What is said beside a setting: which of these services leave it out, or take no more than so much of it.
 * @param settings all that is wanted of them.
 */
export function noteOf(
  setting: SettingName,
  settings: AnswerSettings,
  services: readonly Supporting[],
): string | undefined {
  const asked = services.map((service) => ({ ...service, settings }));
  const sentences = [
    ...sentencesOf(asked, (service) => (leavesOut(service, setting) ? 'will be asked without it.' : undefined)),
    ...sentencesOf(asked, (service) => {
      const max = maxOf(service, setting);
      return max === undefined ? undefined : `may use at most ${max}.`;
    }),
  ];
  return sentences.join(' ') || undefined;
}

/** A service that a message goes to, and how it is to answer. */
export interface Asked extends Supporting, Pick<AiService, 'sees'> {
  settings: AnswerSettings;
}

/**
 * What is said before a message is sent: which services leave out some of how they are to answer, take no more than so much of
 * it, or are not given its pictures. Of a service of which that is not known nothing is said.
 */
export const notesBefore = (asked: readonly Asked[], hasPictures: boolean): string =>
  [
    ...sentencesOf(asked, withoutOf),
    ...sentencesOf(asked, coolerOf),
    ...sentencesOf(asked, shorterOf),
    ...(hasPictures ? sentencesOf(asked, cannotSeeOf) : []),
  ].join(' ');

/** One sentence for all services of which the same is said. */
function sentencesOf<Each extends Supporting>(
  services: readonly Each[],
  predicateOf: (service: Each) => string | undefined,
): string[] {
  const names = new Map<string, string[]>();
  for (const service of services) {
    const predicate = predicateOf(service);
    if (predicate !== undefined) names.set(predicate, [...(names.get(predicate) ?? []), service.displayName]);
  }
  return [...names].map(([predicate, who]) => `${inWords(who)} ${predicate}`);
}

const words: Readonly<Record<SettingName, string>> = {
  systemPrompt: 'instructions',
  temperature: 'a temperature',
  reasoningEffort: 'a reasoning effort',
  maxOutputTokens: 'a longest answer',
  webSearch: 'web search',
};

function withoutOf(service: Asked): string | undefined {
  const left = (Object.keys(words) as SettingName[]).filter(
    (name) => isWanted(service, name) && leavesOut(service, name),
  );
  return left.length === 0 ? undefined : `will be asked without ${inWords(left.map((name) => words[name]))}.`;
}

function coolerOf(service: Asked): string | undefined {
  const max = maxOf(service, 'temperature');
  return max === undefined ? undefined : `may use a temperature of at most ${max}.`;
}

function shorterOf(service: Asked): string | undefined {
  const max = maxOf(service, 'maxOutputTokens');
  return max === undefined ? undefined : `may use at most ${max} tokens.`;
}

const cannotSeeOf = ({ sees }: Asked): string | undefined =>
  sees === false ? 'cannot see pictures and will be asked without them.' : undefined;

interface Wanted extends Limits {
  settings: AnswerSettings;
}

const isWanted = ({ settings }: Wanted, setting: SettingName): boolean =>
  settings[setting] !== undefined && settings[setting] !== false;

const takes = ({ supports }: Limits, setting: SettingName): boolean => !supports || supports.includes(setting);

/** Where a service takes a temperature or an effort, and both are wanted, it is the temperature that is left out. */
const leavesOut = (service: Wanted, setting: SettingName): boolean =>
  !takes(service, setting) ||
  (setting === 'temperature' &&
    service.temperatureOrEffort === true &&
    isWanted(service, 'reasoningEffort') &&
    takes(service, 'reasoningEffort'));

/** At most how much of a setting a service takes, where more is wanted. */
function maxOf(service: Wanted, setting: SettingName): string | undefined {
  if (setting !== 'temperature' && setting !== 'maxOutputTokens') return undefined;
  const max = (setting === 'temperature' ? service.maxTemperature : service.maxOutputTokens) ?? Infinity;
  const { [setting]: wanted = 0 } = service.settings;
  return wanted > max && !leavesOut(service, setting) ? grouped(max) : undefined;
}
