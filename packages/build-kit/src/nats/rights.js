// The permissions of each slice on NATS: the only table of them. packages/test-kit/test/nats-users.spec.ts holds it against what
// the slices do. What every slice may do is not listed: publish what begins with its own name, and consume erasures.

/** The durable consumers of the slices, by the names they have in the code, and the one subject each consumes. */
export const consumers = [
  { consumer: 'ai-dispatch.MediaDropsConsumer.onDropped', subject: 'conversation.media_dropped.v1' },
  { consumer: 'ai-dispatch.AttachedMediaConsumer.onAttached', subject: 'conversation.media_attached.v1' },
  { consumer: 'ai-dispatch.AttachedMediaConsumer.onKept', subject: 'scheduler.media_kept.v1' },
  { consumer: 'ai-dispatch.MediaDropsConsumer.onRunsDropped', subject: 'scheduler.media_dropped.v1' },
  { consumer: 'quality.BroadcastsConsumer.onBroadcastCompleted', subject: 'conversation.broadcast_completed.v1' },
  { consumer: 'quality.BroadcastsConsumer.onCompletedWithReplies', subject: 'conversation.broadcast_completed.v2' },
  {
    consumer: 'quality.ConversationsConsumer.onConversationsDeleted',
    subject: 'conversation.conversations_deleted.v1',
  },
  { consumer: 'quality.ImportsConsumer.onConversationsImported', subject: 'conversation.conversations_imported.v1' },
  {
    consumer: 'scheduler.RoundsConsumer.onConversationsDeleted',
    subject: 'conversation.conversations_deleted.v1',
  },
  { consumer: 'conversation.ClaimsConsumer.onMapChanged', subject: 'quality.agreement_map_changed.v1' },
  { consumer: 'conversation.VotesConsumer.onVoteCast', subject: 'quality.vote_cast.v1' },
  { consumer: 'admin.AiServicesConsumer.onCatalogChanged', subject: 'ai_dispatch.catalog_changed.v1' },
  { consumer: 'admin.JudgingConsumer.onJudgingChanged', subject: 'quality.judging_changed.v1' },
  {
    consumer: 'admin.RetentionConsumer.onConversationsExpired',
    subject: 'conversation.conversations_expired.v1',
  },
  { consumer: 'admin.RetentionConsumer.onRunsExpired', subject: 'scheduler.runs_expired.v1' },
  { consumer: 'admin.ActivitiesConsumer.onMessageSent', subject: 'conversation.message_sent.v1' },
  { consumer: 'admin.ActivitiesConsumer.onReplyStored', subject: 'conversation.reply_stored.v1' },
  { consumer: 'admin.ActivitiesConsumer.onRepliesStored', subject: 'conversation.reply_stored.v2' },
  { consumer: 'admin.ActivitiesConsumer.onBroadcastCompleted', subject: 'conversation.broadcast_completed.v1' },
  { consumer: 'admin.ActivitiesConsumer.onCompletedWithReplies', subject: 'conversation.broadcast_completed.v2' },
  { consumer: 'admin.ActivitiesConsumer.onCleared', subject: 'conversation.conversations_cleared.v1' },
  { consumer: 'admin.ActivitiesConsumer.onExported', subject: 'conversation.conversations_exported.v1' },
  {
    consumer: 'admin.ActivitiesConsumer.onConversationsExported',
    subject: 'gateway.conversations_exported.v1',
  },
  { consumer: 'admin.ActivitiesConsumer.onFileUploaded', subject: 'conversation.file_uploaded.v1' },
  { consumer: 'admin.ActivitiesConsumer.onApproved', subject: 'admin.user_approved.v1' },
  { consumer: 'admin.ActivitiesConsumer.onSessionSeen', subject: 'gateway.session_seen.v1' },
  { consumer: 'admin.NoticesConsumer.onExecutionFinished', subject: 'scheduler.execution_finished.v1' },
  { consumer: 'admin.NoticesConsumer.onRunReported', subject: 'scheduler.run_reported.v1' },
  { consumer: 'admin.NoticesConsumer.onSlotsMissed', subject: 'scheduler.slots_missed.v1' },
  { consumer: 'admin.NoticesConsumer.onSuiteAlarmed', subject: 'quality.suite_alarmed.v1' },
  { consumer: 'admin.NoticesConsumer.onBudgetNearEnd', subject: 'ai_dispatch.budget_near_end.v1' },
  { consumer: 'admin.NoticesConsumer.onUserApproved', subject: 'admin.user_approved.v1' },
  { consumer: 'admin.NoticesConsumer.onUserWaiting', subject: 'admin.user_waiting.v1' },
];

const accessChanges = ['admin.user_access_changed.v1', 'admin.user_erased.v1'];

/** What slices subscribe to without a durable consumer. @type {Record<string, string[]>} */
export const watched = {
  conversation: accessChanges,
  quality: accessChanges,
  scheduler: accessChanges,
  'ai-dispatch': ['ai_dispatch.catalog_changed.v1', 'ai_dispatch.service_status_changed.v1'],
  gateway: [
    ...accessChanges,
    'admin.announcement_changed.v1',
    'admin.notices_changed.v1',
    'admin.user_approved.v1',
    'ai_dispatch.catalog_changed.v1',
    'ai_dispatch.service_status_changed.v1',
    'conversation.broadcast_completed.v2',
    'conversation.comparison_changed.v1',
    'conversation.reply_stored.v1',
    'conversation.reply_stored.v2',
    'quality.assessment_recorded.v1',
    'scheduler.execution_finished.v1',
    'scheduler.execution_progressed.v1',
  ],
};

/** What slices of the version before publish although it begins with another's word (decision 0032). @type {Record<string, string[]>} */
export const alsoPublished = { gateway: ['conversation.conversations_exported.v1'] };

/**
 * A user of NATS, as its configuration has it. Without permissions it may do everything.
 * @typedef {object} NatsUser
 * @property {string} user
 * @property {string} password
 * @property {{ publish: string[], subscribe: string[] }} [permissions]
 */

/** @param {string} slice @returns {{ consumer: string, subject: string }[]} */
export const consumersOf = (slice) => [
  { consumer: `${slice}.Erasure.onUserErased`, subject: 'admin.user_erased.v1' },
  ...consumers.filter(({ consumer }) => consumer.startsWith(`${slice}.`)),
];

/**
 * The user of a slice, who has its name: it publishes what is its own, receives what it consumes, and may make the stream when
 * it is missing; it can neither change nor empty it, nor take what others consume.
 * @param {string} slice
 * @param {string} password
 * @param {string} [prefix] EVENTS_PREFIX
 * @returns {NatsUser}
 */
export function natsUser(slice, password, prefix = 'polylogue') {
  const stream = prefix.toUpperCase();
  const own = consumersOf(slice).flatMap(({ consumer, subject }) => {
    const durable = consumer.replaceAll('.', '-');
    return [
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}.${prefix}.${subject}`,
      `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
    ];
  });
  const published = [`${slice.replaceAll('-', '_')}.>`, ...(alsoPublished[slice] ?? [])];
  return {
    user: slice,
    password,
    permissions: {
      publish: [
        ...published.map((subject) => `${prefix}.${subject}`),
        `$JS.API.STREAM.INFO.${stream}`,
        `$JS.API.STREAM.CREATE.${stream}`,
        ...own,
      ],
      subscribe: [`_INBOX.${slice}.>`, ...(watched[slice] ?? []).map((subject) => `${prefix}.${subject}`)],
    },
  };
}

/**
 * The part of NATS' configuration that lets these users in and no others.
 * @param {NatsUser[]} users
 */
export const natsAuthorization = (users) => `authorization: ${JSON.stringify({ users }, null, 2)}\n`;
