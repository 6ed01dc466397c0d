import { z } from 'zod';
import { limits } from './limits.js';
import { route } from './route.js';
import { id, time } from './scalars.js';

export const noticeKinds = [
  'run_finished',
  'run_failed',
  'run_changed',
  'run_skipped',
  'budget_near_end',
  'approval_granted',
  'approval_waiting',
  'delivery_given_up',
  'suite_alarm',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const notice = z
  .object({
    id: id.meta({ description: 'Ids order as time does.' }),
    kind: z
      .string()
      .meta({ description: `What happened: ${noticeKinds.join(', ')}, or one that comes with a later version.` }),
    title: z.string().meta({ description: 'Plain text, as the lines are.' }),
    lines: z.array(z.string()),
    path: z.string().meta({ description: 'Where the product shows it, under its origin.' }),
    happenedAt: time,
    readAt: time.nullable(),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof notice>;

const unread = z.number().int().meta({ description: 'Of all notices, not of this page.' });

export const listNotices = route({
  method: 'GET',
  path: '/api/notices',
  summary: 'What happened that one asked to hear of, newest first, with the number of unread notices.',
  access: 'signed-in',
  keyScope: 'none',
  query: z.object({
    before: id.optional().meta({ description: 'Those before this one.' }),
    limit: z.coerce
      .number('Write a number from 1 to 100.')
      .int('Write a number from 1 to 100.')
      .min(1, 'Write a number from 1 to 100.')
      .max(limits.noticesPage, `Write a number from 1 to ${limits.noticesPage}.`)
      .default(20),
  }),
  answer: z.object({ notices: z.array(notice), unread, hasMore: z.boolean() }).meta({ id: 'Notices' }),
});

export const markNoticesRead = route({
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Marks notices as read on every device: those that are named, and all up to one.',
  access: 'signed-in',
  keyScope: 'none',
  body: z
    .object({
      ids: z.array(id).max(limits.noticesPage, `Name at most ${limits.noticesPage} notices at a time.`).default([]),
      upTo: id.optional().meta({ description: 'This one and all before it.' }),
    })
    .meta({ id: 'MarkNoticesRead' }),
  answer: z.object({ unread }).meta({ id: 'UnreadNotices' }),
  serverOwned: ['userId', 'readAt'],
});

export const getNoticePreferences = route({
  method: 'GET',
  path: '/api/notices/preferences',
  summary: 'What one hears of in the product.',
  access: 'signed-in',
  keyScope: 'none',
  answer: z.object({ inApp: z.array(z.string()) }).meta({ id: 'NoticePreferences' }),
});

export const setNoticePreferences = route({
  method: 'PUT',
  path: '/api/notices/preferences',
  summary: 'Changes what one hears of in the product, from now on.',
  access: 'signed-in',
  keyScope: 'none',
  body: z
    .object({
      inApp: z
        .array(z.enum(noticeKinds, 'There is no such kind of notice.'))
        .max(noticeKinds.length, 'Name each kind once.'),
    })
    .meta({ id: 'SetNoticePreferences' }),
  answer: z.object({ inApp: z.array(z.string()) }).meta({ id: 'ChosenNotices' }),
  serverOwned: ['userId'],
});
