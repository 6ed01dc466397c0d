import { z } from 'zod';
import { resetPasswordPath } from './reset-password-path.js';
import { route } from './route.js';
import { id, time } from './scalars.js';

/** The kinds of activity that have a label; a later version may add others. */
export const activityTypes = [
  'user_login',
  'message_sent',
  'ai_response_received',
  'conversation_completed',
  'conversations_cleared',
  'user_approved',
  'file_uploaded',
  'conversation_exported',
] as const;

export const userActivity = z
  .object({
    id: z.string(),
    activityType: z.string(),
    details: z.object({
      selectedAIs: z.array(z.string()).optional(),
      messageLength: z.number().optional(),
      totalResponses: z.number().optional(),
      totalErrors: z.number().optional(),
      clearType: z.string().optional(),
      format: z.string().optional(),
    }),
    createdAt: time,
  })
  .meta({ id: 'UserActivity' });
export type UserActivity = z.infer<typeof userActivity>;

export const adminUser = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    role: z.enum(['admin', 'user']),
    profileImageUrl: z.string().nullable(),
    isApproved: z.boolean(),
    isBlocked: z.boolean().default(false),
    hasPassword: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether they sign in with a password here; null where that is not said.' }),
    messageCount: z.number().int().default(0),
    totalSessions: z.number().int().default(0),
    lastLoginAt: time.nullable(),
    createdAt: time,
    activities: z.array(userActivity).default([]).meta({ description: 'The latest eight, newest first.' }),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof adminUser>;

const search = z.string().max(200, 'Search for at most 200 characters.').optional();

export const userSorts = ['createdAt', 'name', 'email', 'lastLoginAt', 'messageCount', 'totalSessions'] as const;

export const listUsers = route({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Users with their latest activities, newest first unless told; at most 500.',
  access: 'admin',
  query: z.object({
    q: search.meta({ description: 'Part of a name or an e-mail.' }),
    sort: z.enum(userSorts).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    limit: z.coerce.number().int().min(1).max(500).optional(),
    offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
    waiting: z.enum(['true', 'false']).optional().meta({ description: 'Only those who wait for approval.' }),
  }),
  answer: z.array(adminUser),
});

export const countUsers = route({
  method: 'GET',
  path: '/api/admin/user-counts',
  summary: 'How many users a search finds, and how many of them wait for approval.',
  access: 'admin',
  query: z.object({ q: search }),
  answer: z.object({ total: z.number().int(), waiting: z.number().int() }).meta({ id: 'UserCounts' }),
});

export const approveUser = route({
  method: 'POST',
  path: '/api/admin/users/{id}/approve',
  summary: 'Lets a user send messages; 409 for one who may already.',
  access: 'admin',
  answer: adminUser,
});

export const setUserRole = route({
  method: 'PUT',
  path: '/api/admin/users/{id}/role',
  summary: 'Makes a user an administrator, or no longer; 409 for the last administrator.',
  access: 'admin',
  body: z.object({ role: z.enum(['admin', 'user']) }).meta({ id: 'SetUserRole' }),
  answer: adminUser,
  serverOwned: ['isApproved', 'isBlocked', 'userId', 'id'],
});

export const setUserBlocked = route({
  method: 'PUT',
  path: '/api/admin/users/{id}/blocked',
  summary: 'Shuts a user out and ends their sessions, or lets them in again.',
  access: 'admin',
  body: z.object({ isBlocked: z.boolean() }).meta({ id: 'SetUserBlocked' }),
  answer: adminUser,
  serverOwned: ['isApproved', 'role', 'userId', 'id'],
});

export const createPasswordReset = route({
  method: 'POST',
  path: '/api/admin/users/{id}/password-reset',
  summary:
    'Makes the one link by which a user who forgot their password sets a new one, in place of an earlier one; 409 for a user of an identity provider. Audited.',
  access: 'admin',
  answer: z
    .object({
      token: z.string().meta({ description: `Stands behind \`${resetPasswordPath}#\`; answered this once.` }),
      expiresAt: time,
    })
    .meta({ id: 'PasswordReset' }),
  status: 201,
});

export const signOutUser = route({
  method: 'POST',
  path: '/api/admin/users/{id}/sign-out-everywhere',
  summary: 'Ends all sessions of a user, who may sign in again; their API keys stay. Audited.',
  access: 'admin',
  status: 204,
});

export const eraseUser = route({
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  summary: 'Removes a person from every store. This cannot be undone.',
  access: 'admin',
  status: 204,
});

export const conversationPreview = z
  .object({
    id,
    aiService: z.object({ name: z.string(), displayName: z.string(), color: z.string() }),
    title: z.string(),
    lastMessage: z.string().meta({ description: 'At most 100 characters.' }),
    messageCount: z.number().int(),
    updatedAt: time,
  })
  .meta({ id: 'ConversationPreview' });
export type ConversationPreview = z.infer<typeof conversationPreview>;

export const listUserConversations = route({
  method: 'GET',
  path: '/api/admin/users/{id}/conversations',
  summary: "A user's five newest conversations, with the beginning of the last message. Audited.",
  access: 'admin',
  answer: z.array(conversationPreview),
});

export const analytics = z
  .object({
    totalUsers: z.number().int(),
    activeUsers: z.number().int().meta({ description: 'Seen within the last 24 hours.' }),
    totalMessages: z.number().int(),
    totalSessions: z.number().int(),
    averageSessionDuration: z.number().nullable().meta({ description: 'Milliseconds; null while there is none.' }),
    waitingUsers: z.number().int().default(0),
    days: z
      .array(z.object({ day: z.string(), messages: z.number().int(), sessions: z.number().int() }))
      .default([])
      .meta({ description: 'The last 30 days in UTC, oldest first.' }),
  })
  .meta({ id: 'Analytics' });
export type Analytics = z.infer<typeof analytics>;

export const getAnalytics = route({
  method: 'GET',
  path: '/api/admin/analytics',
  summary: 'Figures over all users.',
  access: 'admin',
  answer: analytics,
});

export const auditEntry = z
  .object({
    position: z.number().int(),
    at: time,
    actorId: z.string().nullable(),
    actorName: z.string().nullish().meta({ description: 'Null for nobody, and for people who were erased.' }),
    action: z.string(),
    subjectId: z.string().nullable(),
    subjectName: z.string().nullish(),
    keyName: z.string().nullish().meta({ description: 'Of an entry about an API key; null once it was revoked.' }),
    details: z.record(z.string(), z.unknown()),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditEntries = route({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'Who did, or tried, what; newest first.',
  access: 'admin',
  query: z.object({
    before: z.coerce.number().int().min(1).optional().meta({ description: 'Only entries before this position.' }),
    limit: z.coerce.number().int().min(1).max(200).optional(),
  }),
  answer: z.array(auditEntry),
});

export const verifyAudit = route({
  method: 'GET',
  path: '/api/admin/audit/verification',
  summary: 'Computes every seal of the audit log again.',
  access: 'admin',
  answer: z
    .object({
      isWhole: z.boolean(),
      entries: z.number().int(),
      brokenAt: z.number().int().nullable(),
      head: z.string(),
    })
    .meta({ id: 'AuditVerification' }),
});
