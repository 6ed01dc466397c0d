/**
 * What the services accept in the messages of the contracts: the last check before money is spent. `/api` has limits of
 * its own (api-contract), by which the gateway refuses earlier; gateway/src/http/shared-limits.test.ts holds both together.
 */
export const contractLimits = {
  /** Characters of a message, or of a saved query. */
  messageLength: 100_000,
  /** AI services that one message may go to. */
  targets: 24,
  /** Rounds of which judging is estimated at a time. */
  judgedRounds: 20,
  /** Messages of a user that may wait for replies at a time. */
  queuedMessages: 10,
  /** Files of one message. */
  attachments: 5,
  /** Bytes of an attached file: 10 MB. */
  attachmentBytes: 10 * 1024 * 1024,
  /** Characters of the texts of all files of one message: about 250,000 tokens, what the largest models take. */
  attachmentText: 1_000_000,
  /** Pictures that go with one call, drawn pages of documents among them: the newest of a thread. */
  pictures: 10,
  /** Characters of an announcement. */
  announcementLength: 300,
  /** Characters of a first or last name. */
  nameLength: 100,
  emailLength: 254,
  /** Characters of a password. */
  password: { min: 10, max: 200 },
  /** Characters of what describes a saved query. */
  savedQuery: { title: 200, description: 2_000 },
  /** Watched queries: characters of what counts, answers that the first run asks of each service. */
  watch: { focus: 500, baselineRuns: { min: 1, max: 5, usual: 3 } },
  /** Characters of what a user says a summary should do. */
  summaryInstruction: 2_000,
  /** Characters of what a user says a merged answer should be like. */
  answerSteering: 500,
  /** Comparisons: rows of one page, characters of a title, tags of one, characters of a tag. */
  comparison: { page: 200, titleLength: 200, tags: 20, tagLength: 40, listedTags: 500 },
  /** Presets of one user; characters of a name and of the instructions; tokens of the longest answer. */
  answerPreset: { count: 50, name: 40, systemPrompt: 8_000, maxOutputTokens: 200_000 },
  /** The most that one may be asked above before a message is sent: 10,000 dollars, in micros. */
  askAboveMicros: 10_000_000_000,
  /** Notices of one page, and that are marked at a time. */
  noticesPage: 100,
  /**
   * Targets of notices: of one user, characters of an address, deliveries of one user a UTC day, tests and links to confirm
   * of one user an hour.
   */
  noticeTargets: { perUser: 10, address: 2_000, deliveriesPerDay: 100, testsPerHour: 5 },
  /** Days that an installation keeps conversations, at most: a hundred years. */
  keepDays: 36_500,
  /** Votes: characters of the words beside one, rounds whose votes are read at a time; shares of one user, days of one. */
  vote: { comment: 500, atOnce: 200, shares: 100, shareDays: 90 },
  /** Rubrics of one user and shared ones; criteria of one; characters of its texts. */
  rubric: {
    count: 50,
    criteria: 8,
    name: 80,
    criterionName: 40,
    asks: 500,
    anchor: 500,
    reference: 20_000,
    language: 40,
  },
  /** How often a judge is asked about one reply; characters that it is sent of its matter. */
  judging: { repeats: 5, minCharacters: 2_000, maxCharacters: 2_000_000, mostJudges: 24, dailyCalls: 1_000_000 },
  /** AI-to-AI chat: turns of one session, lines of one history. */
  aiChat: { turns: 200, historyLines: 500 },
} as const;

/** Sentences that several services answer with, word for word those of `/api`. */
export const contractSentences = {
  messageEmpty: 'Please type a message.',
  messageTooLong: `A message can have at most ${contractLimits.messageLength} characters.`,
  filesTooLong: `The files hold more than ${contractLimits.attachmentText.toLocaleString('en-US')} characters of text together, more than a service can read at once. Attach fewer, or a part of them.`,
  messageWithNul: 'A message cannot contain NUL characters.',
  idempotencyKey: 'The Idempotency-Key must be 1 to 200 visible ASCII characters, for example a uuid.',
} as const;

/** The name of an AI service, `gpt-5.1`; any other is in no catalog. */
export const aiServiceNameShape = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** What an idempotency key looks like. */
export const idempotencyKeyShape = /^[\x21-\x7e]{1,200}$/;
