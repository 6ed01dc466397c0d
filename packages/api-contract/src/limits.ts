/** Limits both sides obey. Screen-only figures stand at the top of that screen's `.rules.ts`. */
export const limits = {
  /** Characters of one message. */
  messageLength: 100_000,
  /** Services one message may go to. */
  targets: 24,
  /** Rounds of which judging is estimated at a time. */
  judgedRounds: 20,
  /** Messages of a user that may wait for replies at a time. */
  queuedMessages: 10,
  /** Bytes of a JSON request body. */
  bodyBytes: 1024 * 1024,
  /** Bytes of an attachment: 10 MB. */
  attachmentBytes: 10 * 1024 * 1024,
  attachmentTypes: ['.pdf', '.doc', '.docx', '.txt', '.csv', '.json', '.md'],
  /** Files of one message; 10 MB each. */
  attachments: 5,
  /** Beside the attachment's types: pictures, for services that see. */
  pictureTypes: ['.png', '.jpg', '.jpeg', '.webp', '.gif'],
  /** Pictures of one message, drawn pages of its PDFs among them. */
  pictures: 10,
  password: { min: 10, max: 200 },
  nameLength: 100,
  emailLength: 254,
  setupCodeLength: 200,
  /** Characters of the sentence that is shown to every user. */
  announcementLength: 300,
  /** Rows of one page of conversations. */
  conversationsPage: 500,
  /** Characters of a search. */
  searchLength: 200,
  /** Bytes of an import: 1 GB. It is read as it comes, so this only keeps a mistake from filling the disk. */
  importBytes: 1024 * 1024 * 1024,
  /** Messages of the largest conversation an import takes; a larger one is skipped and reported. */
  importedMessages: 100_000,
  /** Characters of the title of a conversation. */
  conversationTitle: 500,
  /** Comparisons: rows of one page, characters of a title, tags of one, characters of a tag, tags that are listed. */
  comparison: { page: 200, titleLength: 200, tags: 20, tagLength: 40, listedTags: 500 },
  /** Characters of what describes a saved query. */
  savedQuery: { title: 200, description: 2_000 },
  /** Watched queries: characters of what counts, answers that the first run asks of each service. */
  watch: { focus: 500, baselineRuns: { min: 1, max: 5, usual: 3 } },
  /** Characters of what a user says a summary should do. */
  summaryInstruction: 2_000,
  /** Characters of what a user says a merged answer should be like. */
  answerSteering: 500,
  /** Presets of one user; characters of a name and of the instructions; tokens of the longest answer. */
  answerPreset: { count: 50, name: 40, systemPrompt: 8_000, maxOutputTokens: 200_000 },
  /** Dollars that one may at most be asked above before a message is sent. */
  askAbove: 10_000,
  /** Notices of one page, and that are marked at a time. */
  noticesPage: 100,
  /** API keys: of one user, characters of a name, services that one may be limited to, dollars of a daily budget. */
  apiKeys: { perUser: 20, name: 80, aiServices: 100, dailyBudget: 100_000 },
  /** Webhooks: variables of one message, characters of a name and of a value. */
  webhook: { variables: 20, nameLength: 40, valueLength: 10_000 },
  /** Targets of notices: of one user, characters of an address; deliveries a day, tests and links to confirm an hour. */
  noticeTargets: { perUser: 10, address: 2_000, deliveriesPerDay: 100, testsPerHour: 5 },
  /** Messages of one chat completion. */
  chatMessages: 1_000,
  /** Days that an installation keeps conversations, at most: a hundred years. */
  keepDays: 36_500,
  /** Votes: characters of the words beside one, rounds whose votes are read at a time; shares of one user, days of one. */
  vote: { comment: 500, atOnce: 200, shares: 100, shareDays: 90 },
  /** AI-to-AI chat: turns of one session, lines of one history, characters of a role. */
  aiChat: { turns: 200, historyLines: 500, role: 500 },
} as const;

/** Said wherever a message is too long. */
export const messageTooLong = `A message can have at most ${limits.messageLength} characters.`;
