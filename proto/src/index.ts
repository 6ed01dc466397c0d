export * from './enum-words.js';
export * from './event-map.js';
export * from './words.js';
export {
  ApproveUserRequest,
  GetAccessRequest,
  ListUsersRequest,
  ListUsersResponse,
  Role,
  SignUpRequest,
  User,
  UsersServiceDefinition,
  VerifyPasswordRequest,
} from './gen/admin/v1/users.js';
export {
  AiService,
  CatalogServiceDefinition,
  Category,
  ListAiServicesRequest,
  ListAiServicesResponse,
  ProbeAiServiceRequest,
  ServiceStatus,
} from './gen/ai_dispatch/v1/catalog.js';
export {
  ChatMessage,
  ChatRole,
  Cost,
  CostSource,
  DispatchDelta,
  DispatchEnd,
  DispatchError,
  DispatchEvent,
  DispatchRequest,
  DispatchServiceDefinition,
  EndKind,
  Usage,
} from './gen/ai_dispatch/v1/dispatch.js';
export {
  Conversation,
  ConversationsServiceDefinition,
  ListConversationsRequest,
  Message,
  MessageRole,
  ReplyStatus,
} from './gen/conversation/v1/conversations.js';
export {
  BroadcastAccepted,
  BroadcastDone,
  BroadcastEvent,
  BroadcastTarget,
  BroadcastsServiceDefinition,
  CancelBroadcastRequest,
  CancelBroadcastResponse,
  Mode,
  Reply,
  ReplyDelta,
  ResumeBroadcastRequest,
  RetryReplyRequest,
  SendMessageRequest,
} from './gen/conversation/v1/broadcasts.js';
export {
  AiChatServiceDefinition,
  CancelTurnRequest,
  CancelTurnResponse,
  ChatSession,
  ChatSetup,
  ChatSide,
  ChatTurn,
  DeleteSessionRequest,
  DeleteSessionResponse,
  GetSessionRequest,
  ListSessionsRequest,
  ListSessionsResponse,
  SaveSessionRequest,
  SendTurnRequest,
  SummarizeSessionRequest,
  TurnEvent,
  TurnKind,
} from './gen/conversation/v1/ai_chat.js';
export {
  CreateSavedQueryRequest,
  DeleteSavedQueryRequest,
  DeleteSavedQueryResponse,
  ExecuteSavedQueryRequest,
  ExecuteSavedQueryResponse,
  Execution,
  ExecutionPart,
  ExecutionResult,
  ExecutionStatus,
  Frequency,
  GetSavedQueryRequest,
  ListExecutionsRequest,
  ListSavedQueriesRequest,
  ListSavedQueriesResponse,
  PreviewScheduleRequest,
  PreviewScheduleResponse,
  SavedQueriesServiceDefinition,
  SavedQuery,
  SavedQueryInput,
  Schedule,
  ScheduleIssue,
  TriggerType,
  UpdateSavedQueryRequest,
} from './gen/scheduler/v1/saved_queries.js';
export {
  ListRepliesToJudgeRequest,
  ListRepliesToJudgeResponse,
  RepliesServiceDefinition,
  ReplyToJudge,
} from './gen/conversation/v1/replies.js';
export {
  Assessment,
  AssessmentsServiceDefinition,
  AssessmentStatus,
  Criterion,
  Gap,
  GetJudgingRequest,
  Judging,
  JudgingState,
  ListAssessmentsRequest,
  ListAssessmentsResponse,
  RunJudgingRequest,
  Verdict,
} from './gen/quality/v1/assessments.js';
export { ExtractTextRequest, ExtractTextResponse, FilesServiceDefinition } from './gen/ai_dispatch/v1/files.js';
export {
  ReplyToSummarize,
  SummariesServiceDefinition,
  SummarizeRepliesRequest,
  SummarizeRepliesResponse,
} from './gen/ai_dispatch/v1/summaries.js';
export { Attachment, NewAttachment } from './gen/conversation/v1/attachments.js';
export { Context, ContextsServiceDefinition, GetContextRequest } from './gen/conversation/v1/contexts.js';
export { Pin, PinReplyRequest, PinsServiceDefinition } from './gen/conversation/v1/pins.js';
