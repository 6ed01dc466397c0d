import { z } from 'zod';
import { grouped } from './grouped.js';
import { newPassword } from './auth.js';
import { limits } from './limits.js';
import { route } from './route.js';
import { id, time } from './scalars.js';

const serverOwned = ['id', 'userId', 'role', 'isApproved', 'isBlocked'] as const;

export const accountSession = z
  .object({ id, startedAt: time, lastSeenAt: time, device: z.string(), isCurrent: z.boolean() })
  .meta({ id: 'AccountSession' });
export type AccountSession = z.infer<typeof accountSession>;

export const listSessions = route({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Where one is signed in.',
  access: 'signed-in',
  answer: z.array(accountSession),
});

export const endSession = route({
  method: 'DELETE',
  path: '/api/account/sessions/{id}',
  summary: 'Ends one session of the account. Its calls are refused within a second, its streams closed within five.',
  access: 'signed-in',
  status: 204,
});

export const signOutEverywhere = route({
  method: 'POST',
  path: '/api/account/sign-out-everywhere',
  summary: 'Ends all sessions of the account, this one too.',
  access: 'signed-in',
  status: 204,
});

export const changePassword = route({
  method: 'POST',
  path: '/api/account/password',
  summary: 'Changes the password and ends all other sessions.',
  access: 'signed-in',
  body: z
    .object({
      currentPassword: z.string('Enter your current password.').min(1, 'Enter your current password.').max(200),
      newPassword,
    })
    .meta({ id: 'ChangePassword' }),
  status: 204,
  serverOwned,
});

const askAboveSentence = `Enter an amount from $0 to $${grouped(limits.askAbove)}.`;

/** What one wants of the product. */
export const preferences = z
  .object({
    askAbove: z
      .number(askAboveSentence)
      .min(0, askAboveSentence)
      .max(limits.askAbove, askAboveSentence)
      .nullable()
      .meta({ description: 'Asked before a message is sent that may cost more dollars than this; null: never.' }),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof preferences>;

export const getPreferences = route({
  method: 'GET',
  path: '/api/account/preferences',
  summary: 'What one wants of the product.',
  access: 'signed-in',
  answer: preferences,
});

export const setPreferences = route({
  method: 'PUT',
  path: '/api/account/preferences',
  summary: 'Changes what one wants of the product.',
  access: 'signed-in',
  body: preferences,
  answer: preferences,
  serverOwned,
});

export const exportAccount = route({
  method: 'GET',
  path: '/api/account/export',
  summary:
    'Everything about the account as one JSON file: profile, preferences, sessions, API keys, activities, notices, conversations with scores, AI chats, saved queries with every run.',
  access: 'signed-in',
});

export const deleteAccount = route({
  method: 'POST',
  path: '/api/account/delete',
  summary: 'Erases the account and everything that belongs to it. This cannot be undone.',
  access: 'signed-in',
  body: z
    .object({
      email: z.string('Type your e-mail address.').min(1, 'Type your e-mail address.').max(limits.emailLength),
    })
    .meta({ id: 'DeleteAccount' }),
  status: 204,
  serverOwned,
});
