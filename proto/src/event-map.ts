import * as admin from './gen/admin/v1/events.js';
import * as catalog from './gen/ai_dispatch/v1/catalog_events.js';
import * as aiDispatch from './gen/ai_dispatch/v1/events.js';
import * as activity from './gen/conversation/v1/activity_events.js';
import * as conversation from './gen/conversation/v1/events.js';
import * as media from './gen/conversation/v1/media_events.js';
import * as retention from './gen/conversation/v1/retention_events.js';
import * as gateway from './gen/gateway/v1/events.js';
import * as quality from './gen/quality/v1/events.js';
import * as scheduler from './gen/scheduler/v1/events.js';
import * as runMedia from './gen/scheduler/v1/media_events.js';
import * as runRetention from './gen/scheduler/v1/retention_events.js';

/**
 * Every event subject and the codec of its payload. The only list of subjects: a subject or payload that does not
 * stand here does not compile. Subjects read `<service>.<thing>_<past participle>.v<n>`.
 */
export const eventMap = {
  'admin.user_approved.v1': admin.UserApproved,
  'admin.user_access_changed.v1': admin.UserAccessChanged,
  'admin.user_erased.v1': admin.UserErased,
  'admin.announcement_changed.v1': admin.AnnouncementChanged,
  'admin.user_waiting.v1': admin.UserWaiting,
  'admin.notices_changed.v1': admin.NoticesChanged,
  'ai_dispatch.service_status_changed.v1': aiDispatch.ServiceStatusChanged,
  'ai_dispatch.call_finished.v1': aiDispatch.CallFinished,
  'ai_dispatch.call_finished.v2': aiDispatch.CallsFinished,
  'ai_dispatch.catalog_changed.v1': catalog.CatalogChanged,
  'ai_dispatch.budget_near_end.v1': aiDispatch.BudgetNearEnd,
  'conversation.message_sent.v1': conversation.MessageSent,
  'conversation.reply_stored.v1': conversation.ReplyStored,
  'conversation.reply_stored.v2': conversation.RepliesStored,
  'conversation.broadcast_completed.v1': conversation.BroadcastCompleted,
  'conversation.broadcast_completed.v2': conversation.BroadcastCompletedWithReplies,
  'conversation.conversations_deleted.v1': conversation.ConversationsDeleted,
  'conversation.conversations_imported.v1': conversation.ConversationsImported,
  'conversation.comparison_changed.v1': conversation.ComparisonChanged,
  'conversation.conversations_expired.v1': retention.ConversationsExpired,
  'quality.assessment_recorded.v1': quality.AssessmentRecorded,
  'quality.agreement_map_changed.v1': quality.AgreementMapChanged,
  'quality.vote_cast.v1': quality.VoteCast,
  'quality.judging_changed.v1': quality.JudgingChanged,
  'quality.suite_alarmed.v1': quality.SuiteAlarmed,
  'conversation.conversations_cleared.v1': activity.ConversationsCleared,
  'conversation.conversations_exported.v1': activity.ConversationsExported,
  'conversation.file_uploaded.v1': activity.FileUploaded,
  'conversation.media_dropped.v1': media.MediaDropped,
  'conversation.media_attached.v1': media.MediaAttached,
  'gateway.session_seen.v1': gateway.SessionSeen,
  'gateway.conversations_exported.v1': gateway.ConversationsExported,
  'scheduler.execution_progressed.v1': scheduler.ExecutionProgressed,
  'scheduler.execution_finished.v1': scheduler.ExecutionFinished,
  'scheduler.slots_missed.v1': scheduler.SlotsMissed,
  'scheduler.run_reported.v1': scheduler.RunReported,
  'scheduler.media_kept.v1': runMedia.MediaKept,
  'scheduler.media_dropped.v1': runMedia.MediaDropped,
  'scheduler.runs_expired.v1': runRetention.RunsExpired,
} as const;

/** A subject of {@link eventMap}. */
export type EventSubject = keyof typeof eventMap;

/** The payload of the event with subject `S`. */
export type EventOf<S extends EventSubject> = ReturnType<(typeof eventMap)[S]['fromJSON']>;
