import type { SeededRandom } from './random.js';

/** Something a service may state; with another value it is another statement about the same. */
export interface Fact {
  topic: number;
  value: number;
}

/** A sentence of an answer. */
export interface Statement extends Fact {
  sentence: string;
}

/** The wordings of each topic. Where a topic has no number, its value is 1 for yes and 0 for no. */
const topics: readonly ((value: number) => string[])[] = [
  (n) => [
    `The Pro plan costs $${n} per month.`,
    `For Pro one pays ${n} dollars monthly.`,
    `Expect a price of ${n} USD a month for the Pro plan.`,
  ],
  (n) => [
    `The free plan holds ${n} projects.`,
    `Without paying, up to ${n} projects can be kept.`,
    `One may keep ${n} projects for free.`,
  ],
  (n) => [
    `Support answers within ${n} hours.`,
    `It takes the support team at most ${n} hours to reply.`,
    `A reply from support arrives in ${n} hours or less.`,
  ],
  (n) => [
    `Students get a discount of ${n}%.`,
    `There is a ${n} percent discount for students.`,
    `Whoever studies pays ${n}% less.`,
  ],
  (yes) =>
    yes
      ? ['Data stays within the European Union.', 'All data is kept in the EU.', 'No data leaves the European Union.']
      : ['Data may leave the European Union.', 'Data is also kept outside the EU.', 'Some data is stored overseas.'],
  (yes) =>
    yes
      ? ['The mobile app works offline.', 'Offline use is possible on phones.', 'On a phone it runs without a network.']
      : [
          'The mobile app needs a connection.',
          'Phones must be online to use it.',
          'Offline it does not run on phones.',
        ],
  (yes) =>
    yes
      ? ['An API is open to all plans.', 'Every plan comes with the API.', 'The API can be used on any plan.']
      : ['The API is limited to paid plans.', 'Free plans have no API.', 'Only who pays may use the API.'],
  (yes) =>
    yes
      ? ['Single sign-on is included.', 'SSO comes at no extra charge.', 'Signing on once for all tools is included.']
      : ['Single sign-on costs extra.', 'SSO is a paid addition.', 'For SSO one has to pay more.'],
  (yes) =>
    yes
      ? ['It imports from Notion.', 'Pages of Notion can be taken over.', 'An importer for Notion is there.']
      : ['It cannot import from Notion.', 'Pages of Notion cannot be taken over.', 'There is no importer for Notion.'],
  (n) => [
    `Files may have ${n} megabytes each.`,
    `Up to ${n} megabytes fit into one file.`,
    `A single upload is limited to ${n} megabytes.`,
  ],
  (yes) =>
    yes
      ? [
          'The vendor was audited this year.',
          'There was an audit of the vendor this year.',
          'An audit took place this year.',
        ]
      : [
          'The vendor was never audited.',
          'No audit of the vendor has taken place.',
          'Nobody audited the vendor so far.',
        ],
  (yes) =>
    yes
      ? ['Teams can share templates.', 'Templates are shared within a team.', 'A team may keep templates in common.']
      : ['Templates cannot be shared.', 'Each user keeps templates alone.', 'There is no sharing of templates.'],
];

export const topicCount = topics.length;
/** Topics whose value is a number. */
export const isCounted = (topic: number) => [0, 1, 2, 3, 9].includes(topic);

export const firstValue = (topic: number, random: SeededRandom) =>
  isCounted(topic) ? random.pick([8, 12, 20, 48]) : 1;
/** Another value than this one. */
export const otherValue = ({ topic, value }: Fact) => (isCounted(topic) ? value + Math.ceil(value / 4) : 1 - value);

/** A sentence that states a fact, in one of its wordings. */
export const wordingOf = ({ topic, value }: Fact, random: SeededRandom): string => random.pick(topics[topic]!(value));
/** The wording that claims are made in. */
export const claimOf = ({ topic, value }: Fact): string => topics[topic]!(value)[0]!;

const byClaim = new Map<string, Fact>();

/** Remembers what a claim or a sentence is about, so that the scripted extractor can know. */
export function remember(text: string, fact: Fact): string {
  byClaim.set(text, { ...fact });
  return text;
}

export const factOf = (claim: string): Fact | undefined => byClaim.get(claim);
