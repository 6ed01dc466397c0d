import { Category, serviceOf, type AiService, type JudgingSettings } from '@polylogue/proto';
import { chanceOf, shuffled } from './shuffle.rules.js';

/** What decides whether a service may judge. */
export interface JudgeCandidate {
  name: string;
  isText: boolean;
  isDemo: boolean;
  model: string;
}

export function candidateOf({ name, category, demo, model }: AiService): JudgeCandidate {
  return { name, model, isText: category === Category.TEXT, isDemo: demo };
}

export interface JudgedReply {
  aiService: string;
  messageId: string;
  conversationId: string;
  isCompleted: boolean;
  hasText: boolean;
}

export interface PlannedAssessment {
  assessor: string;
  judgeModel: string;
  target: string;
  messageId: string;
  conversationId: string;
  /** Its index in the order of its judge. */
  place: number;
}

export interface Gap {
  aiService: string;
  reason: string;
}

export interface Plan {
  assessments: PlannedAssessment[];
  gaps: Gap[];
}

export type Mode = 'auto' | 'manual' | 'off';

/** The configured mode; without one, judges that cost money run only on request. */
export function modeOf(configured: Mode | undefined, services: readonly JudgeCandidate[]): Mode {
  return configured ?? (services.every(({ isDemo }) => isDemo) ? 'auto' : 'manual');
}

/** The mode that was chosen; undefined: it follows from the services. */
export const chosenMode = ({ mode }: JudgingSettings): Mode | undefined =>
  mode === 'auto' || mode === 'manual' || mode === 'off' ? mode : undefined;

/** The services that may judge, of those there are. */
export function allowed(services: readonly JudgeCandidate[], { judges }: JudgingSettings): JudgeCandidate[] {
  return services.filter(({ name }) => judges.length === 0 || judges.includes(name));
}

/** Whether a broadcast belongs to the share that is judged without a request. */
export const isSampled = (broadcastId: string, share: number): boolean => chanceOf(`sample ${broadcastId}`) < share;

/**
 * Every service that gave a whole text judges every other one's reply, each in an order of its own. A service judges as it
 * is, not as a variant, and none of its own variants.
 */
export function planOf(
  broadcastId: string,
  replies: readonly JudgedReply[],
  services: readonly JudgeCandidate[],
  maxJudges: number,
): Plan {
  const known = new Map(services.map((service) => [service.name, service]));
  const gaps = replies.flatMap((reply) => gapOf(reply));
  const targets = replies.filter((reply) => gapOf(reply).length === 0);
  const names = new Set(targets.map(({ aiService }) => serviceOf(aiService)));
  const able = [...names].flatMap((name) => known.get(name) ?? []).filter(({ isText }) => isText);
  const judges = shuffled(able, ({ name }) => name, `judges ${broadcastId}`).slice(0, maxJudges);
  const assessments = judges.flatMap((judge) => {
    const others = targets.filter(({ aiService }) => serviceOf(aiService) !== judge.name);
    return shuffled(others, ({ aiService }) => aiService, `${broadcastId} ${judge.name}`).map((target, place) => ({
      assessor: judge.name,
      judgeModel: judge.model,
      target: target.aiService,
      place,
      messageId: target.messageId,
      conversationId: target.conversationId,
    }));
  });
  return { assessments, gaps };
}

/** Of a plan what is still to be judged: what was never planned, and what has no verdict. */
export interface Owed {
  fresh: PlannedAssessment[];
  again: PlannedAssessment[];
}

/** What stands already by the rubric of the plan. */
export interface StoredPair {
  assessor: string;
  target: string;
  isFailed: boolean;
}

/** A pair with its verdict, or on its way to one, is not asked and costs nothing. */
export function owedOf(planned: readonly PlannedAssessment[], stored: readonly StoredPair[]): Owed {
  const pairOf = ({ assessor, target }: Pick<StoredPair, 'assessor' | 'target'>) => `${assessor} ${target}`;
  const known = new Map(stored.map((pair) => [pairOf(pair), pair]));
  return {
    fresh: planned.filter((pair) => !known.has(pairOf(pair))),
    again: planned.filter((pair) => known.get(pairOf(pair))?.isFailed ?? false),
  };
}

/** Who may judge a message to these services, were all of them to reply, and how many of them will. */
export function previewOf(
  aiServices: readonly string[],
  services: readonly JudgeCandidate[],
  maxJudges: number,
  mayJudge = services,
) {
  const isText = new Map(services.map((service) => [service.name, service.isText]));
  const replies = aiServices.map((aiService) => ({
    aiService,
    messageId: '',
    conversationId: '',
    isCompleted: true,
    hasText: isText.get(serviceOf(aiService)) ?? false,
  }));
  const { assessments } = planOf('', replies, mayJudge, Infinity);
  const judges = [...new Set(assessments.map(({ assessor }) => assessor))].sort();
  return { judges, judgeCount: Math.min(judges.length, maxJudges) };
}

function gapOf({ aiService, isCompleted, hasText }: JudgedReply): Gap[] {
  if (!isCompleted) return [{ aiService, reason: 'There is no complete reply.' }];
  return hasText ? [] : [{ aiService, reason: 'There is no text to judge.' }];
}
