import { enumWords } from './enum-words.js';
import { Role } from './gen/admin/v1/users.js';
import { Category, ServiceStatus } from './gen/ai_dispatch/v1/catalog.js';
import { ChatRole, CostSource, EndKind } from './gen/ai_dispatch/v1/dispatch.js';
import { TurnKind } from './gen/conversation/v1/ai_chat.js';
import { Mode } from './gen/conversation/v1/broadcasts.js';
import { MessageRole, ReplyStatus } from './gen/conversation/v1/conversations.js';
import { AssessmentStatus, JudgingState } from './gen/quality/v1/assessments.js';
import { ExecutionStatus, Frequency, TriggerType } from './gen/scheduler/v1/saved_queries.js';

/** Each enum of the contracts with its words (see {@link enumWords}). */
export const category = enumWords(Category, 'CATEGORY_');
export const serviceStatus = enumWords(ServiceStatus, 'SERVICE_STATUS_');
export const chatRole = enumWords(ChatRole, 'CHAT_ROLE_');
export const costSource = enumWords(CostSource, 'COST_SOURCE_');
export const endKind = enumWords(EndKind, 'END_KIND_');
export const mode = enumWords(Mode, 'MODE_');
export const messageRole = enumWords(MessageRole, 'MESSAGE_ROLE_');
export const replyStatus = enumWords(ReplyStatus, 'REPLY_STATUS_');
export const role = enumWords(Role, 'ROLE_');
export const executionStatus = enumWords(ExecutionStatus, 'EXECUTION_STATUS_');
export const frequency = enumWords(Frequency, 'FREQUENCY_');
export const triggerType = enumWords(TriggerType, 'TRIGGER_TYPE_');
export const turnKind = enumWords(TurnKind, 'TURN_KIND_');
export const assessmentStatus = enumWords(AssessmentStatus, 'ASSESSMENT_STATUS_');
export const judgingState = enumWords(JudgingState, 'JUDGING_STATE_');
