/** What an answer says of something: states it, contradicts it, or is silent about it. */
export type Outcome = 's' | 'c' | '-';

export type CostSource = 'provider' | 'estimate';

export type ChangeKind =
  | 'new'
  | 'dropped'
  | 'reversed'
  | 'number_changed'
  | 'source_new'
  | 'source_dropped'
  | 'refused'
  | 'answers_again'
  | 'error'
  | 'slower'
  | 'dearer'
  | 'not_compared'
  | 'score_moved';

/** What one service changed, for its user. */
export interface RunChange {
  aiService: string;
  kind: ChangeKind;
  sentence: string;
  /** Passages of the answers: of the one that was reported, and of this run's. */
  before?: string;
  now?: string;
}

/** How a run is watched, as it was when the run was asked for. */
export interface WatchSettings {
  /** Digest of the question and of what counts: what was learned under another digest is void. */
  basis: string;
  focus: string | null;
  baselineRuns: number;
  /** The service that its owner chose to read the answers; absent in runs of the version before. */
  extractor?: string | null | undefined;
}

/** One answer of a service. The first of a run is its result; further ones are only compared. */
export interface WatchAnswer {
  aiService: string;
  /** Within the run and the service, from 1. */
  number: number;
  isSuccess: boolean;
  text: string;
  error: string | null;
  responseTimeMs: number;
  /** Millionths of a dollar; null is unknown. */
  costMicros: number | null;
  costSource: CostSource | null;
  /** The hosts of its sources. */
  sources: readonly string[];
}

/** What a text says of a claim; undefined where no quote proves it. */
export interface ReadCell {
  outcome: Outcome | undefined;
  quote?: string | undefined;
  start?: number | undefined;
  end?: number | undefined;
}

/** What an extractor read, with a cell for each text of the request, in its order. */
export interface Reading {
  extractor: string;
  claims: { text: string; cells: ReadCell[] }[];
  costMicros: number | null;
  costSource: CostSource | null;
}

export interface ReadingRequest {
  known: readonly string[];
  texts: readonly { id: string; aiService: string; text: string }[];
  onlyKnown: boolean;
  extractor: string | undefined;
}

/** What is known of one thing that a service may say: a claim, a source, that it fails. */
export interface Track {
  /** What each answer said of it, oldest first. */
  seen: string;
  /** What was reported last. */
  reported: Outcome;
  /** The passage that was reported. */
  quote?: string | undefined;
}

/** What was learned of a service. */
export interface ServiceState {
  tracks: Record<string, Track>;
  /** Of its latest answers. */
  times: number[];
  costs: number[];
  /** How its answers of the latest judged runs were judged, oldest first. */
  scores?: number[] | undefined;
}

/** What is known of a watched query: what was reported last, and how much that wobbles. */
export interface WatchState {
  extractor?: string | undefined;
  claims: { id: number; text: string }[];
  /** The highest id that a claim had. */
  lastId: number;
  services: Record<string, ServiceState>;
  /** The latest run whose scores were taken in, and the rubric of these scores. */
  scoredUpTo?: number | undefined;
  rubric?: string | undefined;
  /** Whether it was reported that answers could not be compared. */
  isNotCompared?: boolean | undefined;
}

/** A run whose answers were judged: of each judged service the median of its overall scores, from 0 to 100. */
export interface JudgedRun {
  executionId: number;
  /** Of the runs of its query: 1, 2, 3 … */
  number: number;
  rubric: string;
  scores: readonly { aiService: string; score: number }[];
}

/** What the first answer of a service said of a claim in one run. */
export interface TimelineCell {
  claim: number;
  aiService: string;
  outcome: Outcome;
  isChange: boolean;
  quote?: string | undefined;
}

/** What came of comparing a run. */
export interface RunReport {
  isBaseline: boolean;
  changedServices: number;
  totalServices: number;
  changes: RunChange[];
  cells: TimelineCell[];
  /** Why nothing could be compared. */
  error: string | null;
  furtherAnswers: number;
  /** Of further answers and readings, in millionths of a dollar; null is unknown. */
  costMicros: number | null;
  costSource: CostSource | null;
}

export interface Comparison {
  state: WatchState;
  report: RunReport;
}

export const emptyState = (): WatchState => ({ claims: [], lastId: 0, services: {} });
