import { enumWords } from './enum-words.js';
import { AnnouncementLevel } from './gen/admin/v1/announcements.js';
import { NoticeKind } from './gen/admin/v1/notices.js';
import { DeliveryOutcome, NoticeLinkPurpose, NoticeTargetKind } from './gen/admin/v1/notice_targets.js';
import { UserSort } from './gen/admin/v1/people.js';
import { Role } from './gen/admin/v1/users.js';
import { Category, ServiceStatus } from './gen/ai_dispatch/v1/catalog.js';
import { KeyState, ServiceSource } from './gen/ai_dispatch/v1/catalog_settings.js';
import { ChatRole, CostSource, EndKind } from './gen/ai_dispatch/v1/dispatch.js';
import { PriceKnowledge } from './gen/ai_dispatch/v1/estimates.js';
import { UsageGroup } from './gen/ai_dispatch/v1/usage.js';
import { TurnKind } from './gen/conversation/v1/ai_chat.js';
import { Mode } from './gen/conversation/v1/broadcasts.js';
import { MessageRole, ReplyStatus } from './gen/conversation/v1/conversations.js';
import { MessagesWanted, SortKey } from './gen/conversation/v1/history.js';
import { SummaryKind } from './gen/conversation/v1/round_summaries.js';
import { SampleGapReason, SampleSource } from './gen/conversation/v1/sample_rounds.js';
import { AgreementMapStatus, ClaimMark, Stance } from './gen/quality/v1/agreement.js';
import { AssessmentStatus, JudgingState } from './gen/quality/v1/assessments.js';
import { SettleView } from './gen/quality/v1/settling.js';
import { SentenceStanding } from './gen/quality/v1/merged_answers.js';
import { VoteOutcome, VoteReason } from './gen/quality/v1/votes.js';
import {
  ChangeKind,
  ExecutionStatus,
  Frequency,
  Report,
  RunRoundState,
  TriggerType,
} from './gen/scheduler/v1/saved_queries.js';
import { TimelineStance } from './gen/scheduler/v1/watch.js';

/** Each enum of the contracts with its words (see {@link enumWords}). */
export const category = enumWords(Category, 'CATEGORY_');
export const serviceStatus = enumWords(ServiceStatus, 'SERVICE_STATUS_');
export const serviceSource = enumWords(ServiceSource, 'SERVICE_SOURCE_');
export const keyState = enumWords(KeyState, 'KEY_STATE_');
export const chatRole = enumWords(ChatRole, 'CHAT_ROLE_');
export const costSource = enumWords(CostSource, 'COST_SOURCE_');
export const priceKnowledge = enumWords(PriceKnowledge, 'PRICE_KNOWLEDGE_');
export const usageGroup = enumWords(UsageGroup, 'USAGE_GROUP_');
export const endKind = enumWords(EndKind, 'END_KIND_');
export const mode = enumWords(Mode, 'MODE_');
export const messageRole = enumWords(MessageRole, 'MESSAGE_ROLE_');
export const replyStatus = enumWords(ReplyStatus, 'REPLY_STATUS_');
export const sortKey = enumWords(SortKey, 'SORT_KEY_');
export const messagesWanted = enumWords(MessagesWanted, 'MESSAGES_WANTED_');
export const role = enumWords(Role, 'ROLE_');
export const userSort = enumWords(UserSort, 'USER_SORT_');
export const executionStatus = enumWords(ExecutionStatus, 'EXECUTION_STATUS_');
export const frequency = enumWords(Frequency, 'FREQUENCY_');
export const triggerType = enumWords(TriggerType, 'TRIGGER_TYPE_');
export const report = enumWords(Report, 'REPORT_');
export const runRoundState = enumWords(RunRoundState, 'RUN_ROUND_STATE_');
export const changeKind = enumWords(ChangeKind, 'CHANGE_KIND_');
export const timelineStance = enumWords(TimelineStance, 'TIMELINE_STANCE_');
export const turnKind = enumWords(TurnKind, 'TURN_KIND_');
export const summaryKind = enumWords(SummaryKind, 'SUMMARY_KIND_');
export const sampleSource = enumWords(SampleSource, 'SAMPLE_SOURCE_');
export const sampleGapReason = enumWords(SampleGapReason, 'SAMPLE_GAP_REASON_');
export const assessmentStatus = enumWords(AssessmentStatus, 'ASSESSMENT_STATUS_');
export const judgingState = enumWords(JudgingState, 'JUDGING_STATE_');
export const agreementMapStatus = enumWords(AgreementMapStatus, 'AGREEMENT_MAP_STATUS_');
export const stance = enumWords(Stance, 'STANCE_');
export const claimMark = enumWords(ClaimMark, 'CLAIM_MARK_');
export const settleView = enumWords(SettleView, 'SETTLE_VIEW_');
export const sentenceStanding = enumWords(SentenceStanding, 'SENTENCE_STANDING_');
export const voteOutcome = enumWords(VoteOutcome, 'VOTE_OUTCOME_');
export const voteReason = enumWords(VoteReason, 'VOTE_REASON_');
export const announcementLevel = enumWords(AnnouncementLevel, 'ANNOUNCEMENT_LEVEL_');
export const noticeKind = enumWords(NoticeKind, 'NOTICE_KIND_');
export const noticeTargetKind = enumWords(NoticeTargetKind, 'NOTICE_TARGET_KIND_');
export const deliveryOutcome = enumWords(DeliveryOutcome, 'DELIVERY_OUTCOME_');
export const noticeLinkPurpose = enumWords(NoticeLinkPurpose, 'NOTICE_LINK_PURPOSE_');
