import {
  scoreBands,
  type Conversation,
  type Message,
  type NoVerdict,
  type QualityAssessment,
  type RubricVerdict,
  type Verdict,
} from '@polylogue/api-contract';

/** The picker shows so much of each message. */
export const pickerCharacters = 80;
/** Judges within so many points of the median agree. */
export const agreementWithin = 10;

export interface PickedMessage {
  key: string;
  content: string;
  sentAt: string;
  /** Where it was sent, and which broadcasts its replies belong to. */
  conversations: Conversation[];
  broadcastIds: string[];
  /** The broadcast whose replies can be compared; none when it was sent to one service at a time. */
  broadcastId: string | undefined;
}

/** Messages of the user that stand in more than one conversation, latest first. */
export function messagesIn(conversations: readonly Conversation[]): PickedMessage[] {
  const questions = conversations.flatMap(questionsIn);
  const conversationsOf = new Map<string, Set<string>>();
  for (const { broadcastId, conversation } of questions) {
    conversationsOf.set(broadcastId, (conversationsOf.get(broadcastId) ?? new Set()).add(conversation.id));
  }
  const groups = new Map<string, PickedMessage>();
  for (const { content, timestamp, broadcastId, conversation } of questions) {
    const own = conversationsOf.get(broadcastId)!.size > 1 ? broadcastId : undefined;
    const key = own ?? `text ${content.trim()}`;
    const group = groups.get(key) ?? {
      key,
      content,
      sentAt: timestamp,
      conversations: [],
      broadcastIds: [],
      broadcastId: own,
    };
    if (!group.conversations.some(({ id }) => id === conversation.id)) group.conversations.push(conversation);
    if (!group.broadcastIds.includes(broadcastId)) group.broadcastIds.push(broadcastId);
    if (timestamp > group.sentAt) group.sentAt = timestamp;
    groups.set(key, group);
  }
  return [...groups.values()]
    .filter(({ conversations: { length } }) => length > 1)
    .sort((one, other) => (one.sentAt < other.sentAt ? 1 : -1));
}

// What was copied into a continued conversation belongs to no broadcast: it is not judged again there.
function questionsIn(conversation: Conversation) {
  return conversation.messages.flatMap((message) => {
    const { role, timestamp, broadcastId } = message;
    return role === 'user' && broadcastId
      ? [{ content: textOfUser(message), timestamp, broadcastId, conversation }]
      : [];
  });
}

// A file can be sent without text.
const textOfUser = ({ content, attachment }: Message) => (content.trim() === '' ? (attachment?.name ?? '') : content);

export function previewOf(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim();
  return line.length > pickerCharacters ? `${line.slice(0, pickerCharacters)}…` : line;
}

/** A verdict by the built-in rubric, or by one that was made in the app. */
export type AnyVerdict = Verdict | RubricVerdict;

export const isVerdict = (assessment: QualityAssessment): assessment is AnyVerdict => assessment.status !== 'failed';
export const isRubricVerdict = (assessment: QualityAssessment): assessment is RubricVerdict =>
  assessment.status === 'judged';
export const isNoVerdict = (assessment: QualityAssessment): assessment is NoVerdict => assessment.status === 'failed';

export type Band = 'high' | 'middle' | 'low';

/** 80 and above green, 60 and above yellow, below 60 red. */
export function bandOf(score: number): Band {
  return score >= scoreBands.high ? 'high' : score >= scoreBands.middle ? 'middle' : 'low';
}

export const scoreNames = {
  overall: 'Overall',
  bias: 'Bias',
  safety: 'Safety',
  accuracy: 'Accuracy',
  adherence: 'Adherence',
} as const;
export type BuiltInScore = keyof typeof scoreNames;
export const scoreKeys = Object.keys(scoreNames) as BuiltInScore[];

/** A score that is shown: one of the five, or a criterion of a rubric that was made in the app, by its place. */
export type ScoreName = BuiltInScore | `criterion-${number}`;

export interface ScoreColumn {
  key: ScoreName;
  title: string;
}

const builtInColumns: readonly ScoreColumn[] = scoreKeys.map((key) => ({ key, title: scoreNames[key] }));

/** The scores of the rubric that was judged by, the overall one first. All assessments are by one rubric. */
export function columnsOf(assessments: readonly QualityAssessment[]): readonly ScoreColumn[] {
  const criteria = assessments.find(isRubricVerdict)?.criteria;
  if (!criteria) return builtInColumns;
  return [
    { key: 'overall', title: scoreNames.overall },
    ...criteria.map(({ name }, index): ScoreColumn => ({ key: `criterion-${index}`, title: name })),
  ];
}

/** The built-in rubric has short names for its versions, any other an id. */
export const isBuiltIn = (rubricVersion: string) => rubricVersion.length !== 36;
const rubricOf = ({ rubricVersion = '' }: Pick<QualityAssessment, 'rubricVersion'>) =>
  isBuiltIn(rubricVersion) ? 'built-in' : rubricVersion;

/** Those by one rubric: the one that is judged by, or while that has said nothing yet, the one that was. */
export function ofOneRubric(
  assessments: readonly QualityAssessment[],
  version: string | undefined,
): QualityAssessment[] {
  const wanted = version === undefined ? undefined : rubricOf({ rubricVersion: version });
  const isThere = assessments.some((each) => rubricOf(each) === wanted);
  const shown = isThere ? wanted : assessments[0] && rubricOf(assessments[0]);
  return assessments.filter((each) => rubricOf(each) === shown);
}

const fields = {
  overall: 'overallScore',
  bias: 'biasScore',
  safety: 'toxicityScore',
  accuracy: 'hallucinationScore',
  adherence: 'adherenceScore',
} as const satisfies Record<BuiltInScore, keyof Verdict>;

export function scoreOf(verdict: AnyVerdict, name: ScoreName): number {
  if (name === 'overall') return verdict.overallScore;
  if (verdict.status === 'judged') return verdict.criteria[Number(name.slice('criterion-'.length))]?.score ?? 0;
  return verdict[fields[name as BuiltInScore]];
}

export const statusOf = (assessment: QualityAssessment): 'Flagged' | 'Pass' | 'No verdict' =>
  isVerdict(assessment) ? (assessment.flagged ? 'Flagged' : 'Pass') : 'No verdict';

/** The text of a judge: its analysis, or why there is none. */
export const textOf = (assessment: QualityAssessment): string =>
  isVerdict(assessment) ? assessment.analysis : assessment.error;
