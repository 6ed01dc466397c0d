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
