import { z } from 'zod';
import { limits } from './limits.js';
import { route } from './route.js';
import { id, inputTime, time } from './scalars.js';

export const announcementLevels = ['info', 'warning', 'critical'] as const;
export type AnnouncementLevel = (typeof announcementLevels)[number];

export const announcement = z
  .object({
    id: id.meta({ description: 'Another text has another id.' }),
    text: z.string().meta({ description: 'Plain text on one line.' }),
    level: z.enum(announcementLevels).catch('info'),
    endsAt: time.nullable(),
    isPublic: z.boolean().meta({ description: 'Visitors who are not signed in see it, too.' }),
  })
  .meta({ id: 'Announcement' });
export type Announcement = z.infer<typeof announcement>;

export const getAnnouncement = route({
  method: 'GET',
  path: '/api/admin/announcement',
  summary: 'The sentence that is shown to everybody at this moment.',
  access: 'admin',
  answer: z.object({ announcement: announcement.nullable() }).meta({ id: 'CurrentAnnouncement' }),
});

export const setAnnouncement = route({
  method: 'PUT',
  path: '/api/admin/announcement',
  summary: 'Shows a sentence to everybody, in place of the one before. Audited.',
  access: 'admin',
  body: z
    .object({
      text: z
        .string('Type what everybody should read.')
        .trim()
        .min(1, 'Type what everybody should read.')
        .max(limits.announcementLength, `An announcement has at most ${limits.announcementLength} characters.`)
        .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'An announcement is one line of plain text.'),
      level: z.enum(announcementLevels),
      endsAt: inputTime('This is not a valid time.').nullable().optional(),
      isPublic: z.boolean().default(false),
    })
    .meta({ id: 'SetAnnouncement' }),
  answer: announcement,
  serverOwned: ['id'],
});

export const clearAnnouncement = route({
  method: 'DELETE',
  path: '/api/admin/announcement',
  summary: 'Shows nothing any more. Audited.',
  access: 'admin',
  status: 204,
});
