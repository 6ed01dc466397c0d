import { contractLimits } from '@polylogue/proto';
import { z } from 'zod';

const { announcementLength } = contractLimits;

export const levels = ['info', 'warning', 'critical'] as const;
export type AnnouncementLevelWord = (typeof levels)[number];

/** Plain text on one line. The gateway validates the same; this service does not rely on it. */
export const newAnnouncement = z.object({
  text: z
    .string()
    .trim()
    .min(1, 'Type what everybody should read.')
    .max(announcementLength, `An announcement has at most ${announcementLength} characters.`)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'An announcement is one line of plain text.'),
  level: z.enum(levels),
  endsAt: z.date().optional(),
  isPublic: z.boolean(),
});
export type NewAnnouncement = z.output<typeof newAnnouncement>;
