import { z } from 'zod';
import { limits } from './limits.js';
import { noticeKinds, type NoticeKind } from './notices.js';
import { route } from './route.js';
import { id, time } from './scalars.js';

const { noticeTargets: max } = limits;

/** Where notices can go. */
export const noticeTargetKinds = ['email', 'webhook', 'slack', 'teams'] as const;
export type NoticeTargetKind = (typeof noticeTargetKinds)[number];

/** What targets can be sent: all but that one of them cannot be reached. */
export type TargetNoticeKind = Exclude<NoticeKind, 'delivery_given_up'>;
export const targetNoticeKinds = noticeKinds.filter((kind): kind is TargetNoticeKind => kind !== 'delivery_given_up');

const minute = z.number().int().min(0).max(1439);

export const quietHours = z
  .object({
    from: minute.meta({ description: 'Minutes after midnight.' }),
    to: minute.meta({ description: 'Minutes after midnight; before `from`: on the next day.' }),
    timeZone: z.string().min(1).max(64).meta({ description: 'An IANA name such as Europe/Rome.' }),
  })
  .meta({
    id: 'QuietHours',
    description: 'Hours in which nothing is sent; what happens then goes together afterwards.',
  });
export type QuietHours = z.infer<typeof quietHours>;

export const noticeTarget = z
  .object({
    id,
    kind: z.enum(noticeTargetKinds),
    maskedAddress: z.string().meta({ description: 'a…@example.org; the whole address is never answered.' }),
    noticeKinds: z.array(z.string()),
    quietHours: quietHours.nullable(),
    isEnabled: z.boolean(),
    isConfirmed: z.boolean().meta({ description: 'False: its link waits to be used, and nothing else is sent there.' }),
    createdAt: time,
    last: z
      .object({
        at: time,
        outcome: z.enum(['sent', 'failed', 'given_up']).meta({ description: 'failed: tried again by itself.' }),
        fault: z.string().nullable(),
      })
      .nullable(),
    waiting: z.number().int(),
    givenUp: z.number().int().meta({ description: 'Deliveries of the last 30 days that never arrived.' }),
  })
  .meta({ id: 'NoticeTarget' });
export type NoticeTarget = z.infer<typeof noticeTarget>;

const choice = {
  noticeKinds: z
    .array(z.enum(targetNoticeKinds))
    .min(1, 'Choose at least one kind of notice.')
    .refine((kinds) => new Set(kinds).size === kinds.length, 'Name each kind once.'),
  quietHours: quietHours
    .refine(({ from, to }) => from !== to, 'Quiet hours begin and end at two different times of the day.')
    .nullable()
    .optional(),
  isEnabled: z.boolean().default(true),
};

const serverOwned = ['id', 'userId', 'maskedAddress', 'isConfirmed', 'secret', 'last'];

export const listNoticeTargets = route({
  method: 'GET',
  path: '/api/notice-targets',
  summary: 'Where notices are sent, oldest first; never a whole address.',
  access: 'signed-in',
  keyScope: 'none',
  answer: z.object({
    targets: z.array(noticeTarget),
    sendsMail: z.boolean().meta({ description: 'Whether this installation sends mail.' }),
  }),
});

export const createNoticeTarget = route({
  method: 'POST',
  path: '/api/notice-targets',
  summary: `Adds a target of notices, at most ${max.perUser} per user. An e-mail address other than one's own is sent a link first.`,
  access: 'approved',
  body: z
    .object({
      kind: z.enum(noticeTargetKinds),
      address: z
        .string('Enter an address.')
        .trim()
        .min(1, 'Enter an address.')
        .max(max.address, `An address has at most ${max.address} characters.`),
      ...choice,
    })
    .meta({ id: 'CreateNoticeTarget' }),
  answer: z.object({
    target: noticeTarget,
    secret: z
      .string()
      .nullable()
      .meta({ description: 'whsec_…, by which a webhook knows us; answered this once and never again.' }),
  }),
  status: 201,
  serverOwned,
});

export const updateNoticeTarget = route({
  method: 'PUT',
  path: '/api/notice-targets/{id}',
  summary: 'Changes what is sent to a target, and when. Switched off, what waits for it is dropped.',
  access: 'signed-in',
  body: z.object(choice).meta({ id: 'UpdateNoticeTarget' }),
  answer: noticeTarget,
  serverOwned,
});

export const deleteNoticeTarget = route({
  method: 'DELETE',
  path: '/api/notice-targets/{id}',
  summary: 'Removes a target; what waits for it is dropped.',
  access: 'signed-in',
  status: 204,
});

export const testNoticeTarget = route({
  method: 'POST',
  path: '/api/notice-targets/{id}/test',
  summary: `Sends one test notice and answers what came of it. At most ${max.testsPerHour} tests and links an hour.`,
  access: 'approved',
  answer: z.object({
    fault: z.string().nullable().meta({ description: 'Why it did not arrive; null when it was taken.' }),
  }),
});

export const sendNoticeTargetLink = route({
  method: 'POST',
  path: '/api/notice-targets/{id}/link',
  summary: 'Sends the link that confirms an e-mail address once more.',
  access: 'approved',
  answer: noticeTarget,
});

const linkQuery = z.object({ token: z.string('The link is not complete.').min(1).max(200) });

export const confirmNoticeTarget = route({
  method: 'POST',
  path: '/api/notice-targets/confirm',
  summary: 'Confirms an e-mail address by the token of a link that was sent to it. Answers a page.',
  access: 'public',
  query: linkQuery,
});

export const unsubscribeNoticeTarget = route({
  method: 'POST',
  path: '/api/notice-targets/unsubscribe',
  summary: 'Stops notices to an e-mail address by the token of a link in a mail (RFC 8058). Answers a page.',
  access: 'public',
  query: linkQuery,
});
