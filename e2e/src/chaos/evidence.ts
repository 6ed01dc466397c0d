/** One request that the provider got, and what it had sent of the answer in the end. */
export interface ProviderCall {
  number: number;
  aiService: string;
  isJudge: boolean;
  /** The marker of what it was asked: of a user's deed, or of the reply that is to be judged. */
  about: string;
  at: number;
  sent: string;
  isWhole: boolean;
}

/** A reply as its user was shown it at its end. */
export interface ReportedReply {
  aiService: string;
  status: string;
  text: string;
}

export type DoneKind =
  | 'message'
  | 'chat'
  | 'run'
  | 'schedule'
  | 'webhook'
  | 'import'
  | 'export'
  | 'leave'
  | 'summary'
  | 'map'
  | 'answer';

/** What a user did, and what it was answered. */
export interface Done {
  kind: DoneKind;
  marker: string;
  user: number;
  aiServices: readonly string[];
  begunAt: number;
  /** It was answered that it is stored. */
  isAcknowledged: boolean;
  reported: ReportedReply[];
  /** Conversations that its user deletes, and those of which that was answered. */
  deletes: string[];
  deleted: string[];
  /** The broadcast whose judging was accepted. */
  judgedAs?: string;
  /** The slot that its user asked for, and when the next run is due, as they were answered. */
  askedSlotAt?: number;
  slotAt?: number;
  imported?: { title: string; messages: number };
  /** The round that a summary, a map or an answer is made of, and its id where it was answered. */
  madeOf?: string;
  madeId?: string;
  /** Who is erased. */
  erases?: { userId: string; cookie: string };
}

export interface Refusal {
  marker: string;
  because: string;
}

/** A reply, a turn or a result of a run as it is stored. */
export interface StoredText {
  marker: string;
  aiService: string;
  status: string;
  text: string;
}

/** A message with the replies that stand behind it. */
export interface StoredMessage {
  marker: string;
  aiService: string;
  conversationId: string;
  replies: { id: string; status: string; text: string }[];
}

export interface StoredRun {
  marker: string;
  trigger: string;
  status: string;
  startedAt: number;
  results: StoredText[];
}

/** A map, or an answer that is written from one. */
export interface StoredMade {
  marker: string;
  id: string;
  status: string;
  /** Whether what is completed says something, each passage of a map with its place in a reply. */
  isWhole: boolean;
}

/** What came to where a user has notices sent. */
export interface Delivery {
  user: number;
  id: string;
  title: string;
  body: string;
}

export interface StoredVerdict {
  broadcastId: string;
  messageId: string;
  assessor: string;
}

/** All that is there in the end. */
export interface Stored {
  messages: StoredMessage[];
  turns: StoredText[];
  summaries: StoredText[];
  maps: StoredMade[];
  answers: StoredMade[];
  runs: StoredRun[];
  notices: { user: number; title: string; lines: string[] }[];
  deliveries: Delivery[];
  /** Users of whom more came than is sent one by one in a day. */
  satedUsers: number[];
  /** Where something of a user is found who was erased. */
  left: { marker: string; where: string }[];
  imported: { title: string; messages: number }[];
  verdicts: StoredVerdict[];
  /** Of judgings that were accepted: how far they are. */
  judgings: { broadcastId: string; state: string }[];
  /** How often each kind of event was published, and how often it took effect; and what of them is stuck. */
  events: { name: string; published: number; inEffect: number }[];
  stuckEvents: string[];
}

/** All that the users' journal and the provider's record know of, and what is stored of it. */
export interface Evidence {
  done: readonly Done[];
  refused: readonly Refusal[];
  calls: readonly ProviderCall[];
  stored: Stored;
}
