import * as account from './account.js';
import * as admin from './admin.js';
import * as aiChat from './ai-chat.js';
import * as aiServiceSettings from './ai-service-settings.js';
import * as aiServices from './ai-services.js';
import * as announcements from './announcements.js';
import * as auth from './auth.js';
import * as config from './config.js';
import * as conversations from './conversations.js';
import * as deadLetters from './dead-letters.js';
import * as exported from './exports.js';
import * as files from './files.js';
import * as imported from './imports.js';
import * as live from './live.js';
import * as media from './media.js';
import * as messageContext from './message-context.js';
import * as messages from './messages.js';
import * as pins from './pins.js';
import * as qualityAssessments from './quality-assessments.js';
import type { Route } from './route.js';
import * as savedQueries from './saved-queries.js';
import * as serviceStatus from './service-status.js';
import * as summaries from './summaries.js';
import * as usage from './usage.js';

/** Every call of `/api` that answers JSON or a stream, in the order of the OpenAPI document. */
export const routes: readonly Route[] = [
  config.getConfig,
  auth.signIn,
  auth.signUp,
  auth.getCurrentUser,
  aiServices.listAiServices,
  aiServices.retryAiService,
  messages.sendMessage,
  messages.resumeBroadcast,
  messages.cancelBroadcast,
  messages.retryMessage,
  files.sendMessageWithFile,
  messageContext.getMessageContext,
  media.getMedia,
  pins.pinReply,
  summaries.summarizeResponses,
  conversations.listConversations,
  conversations.clearDashboard,
  conversations.clearFiltered,
  conversations.continueConversation,
  conversations.deleteAllConversations,
  conversations.getConversation,
  conversations.deleteConversation,
  exported.exportConversation,
  exported.exportAll,
  imported.importConversations,
  savedQueries.listSavedQueries,
  savedQueries.createSavedQuery,
  savedQueries.previewSchedule,
  savedQueries.getSavedQuery,
  savedQueries.updateSavedQuery,
  savedQueries.deleteSavedQuery,
  savedQueries.executeSavedQuery,
  aiChat.sendAiChat,
  aiChat.listAiChatSessions,
  aiChat.getAiChatSession,
  aiChat.saveAiChatSession,
  aiChat.deleteAiChatSession,
  aiChat.cancelAiChat,
  aiChat.summarizeAiChat,
  aiChat.exportAiChat,
  qualityAssessments.listQualityAssessments,
  qualityAssessments.getJudging,
  qualityAssessments.runQualityAssessment,
  live.getLiveEvents,
  account.listSessions,
  account.signOutEverywhere,
  account.changePassword,
  account.exportAccount,
  account.deleteAccount,
  usage.getOwnAllowance,
  admin.listUsers,
  admin.countUsers,
  admin.approveUser,
  admin.setUserRole,
  admin.setUserBlocked,
  admin.eraseUser,
  admin.listUserConversations,
  admin.getAnalytics,
  admin.listAuditEntries,
  admin.verifyAudit,
  usage.getUsage,
  usage.exportUsage,
  aiServiceSettings.listConfiguredAiServices,
  aiServiceSettings.addAiService,
  aiServiceSettings.listAiServicePresets,
  aiServiceSettings.orderAiServices,
  aiServiceSettings.changeAiService,
  aiServiceSettings.removeAiService,
  aiServiceSettings.enableAiService,
  aiServiceSettings.setAiServiceKey,
  aiServiceSettings.removeAiServiceKey,
  aiServiceSettings.testAiService,
  announcements.getAnnouncement,
  announcements.setAnnouncement,
  announcements.clearAnnouncement,
  deadLetters.listDeadLetters,
  deadLetters.replayDeadLetters,
  deadLetters.discardDeadLetters,
  serviceStatus.getServiceStatus,
];
