import { z } from 'zod';
import { answerSettings } from './answer-presets.js';
import { broadcastEvents, mode, sendAnswer } from './messages.js';
import { limits, messageTooLong } from './limits.js';
import { route } from './route.js';
import { aiServiceName, id } from './scalars.js';

/** A picture as it is kept: upright, without metadata, at most 2048 pixels wide and high. */
export const attachedPicture = z
  .object({
    id,
    url: z.string().meta({ description: 'Where its owner reads it: /api/media/{id}.' }),
    width: z.number().int(),
    height: z.number().int(),
    firstFrame: z.boolean().optional().meta({ description: 'True for the first frame of an animation.' }),
  })
  .meta({ id: 'AttachedPicture' });

export type AttachedPicture = z.infer<typeof attachedPicture>;

/** The first pages of a PDF, drawn for the services that see. */
export const drawnPages = z
  .object({
    count: z.number().int().meta({ description: 'Pages of the whole document.' }),
    scan: z
      .boolean()
      .optional()
      .meta({ description: 'True where it holds no text: these pages are all that can be read of it.' }),
    pictures: z.array(attachedPicture.extend({ page: z.number().int().meta({ description: 'Which one, from 1.' }) })),
  })
  .meta({ id: 'DrawnPages' });
export type DrawnPages = z.infer<typeof drawnPages>;

/** A file that a user's message came with: of a document its text goes to the services, and its bytes are not kept. */
export const attachment = z
  .object({
    name: z.string(),
    size: z.number().int().meta({ description: 'Bytes.' }),
    type: z.string().meta({ description: 'The media type its content has, whatever its sender called it.' }),
    picture: attachedPicture.optional().meta({ description: 'Of a picture; it goes to the services that see.' }),
    pages: drawnPages.optional().meta({ description: 'Of a PDF; they go beside its text to the services that see.' }),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof attachment>;

/** All files of a message, in their order: for long there was only one. */
export const filesOf = <File>(message: {
  attachment?: File | undefined;
  moreAttachments?: readonly File[] | undefined;
}) => {
  const { attachment: first, moreAttachments = [] } = message;
  return first ? [first, ...moreAttachments] : [...moreAttachments];
};

/** A field of a form that holds JSON. */
const jsonField = (sentence: string) =>
  z.string().transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: sentence });
      return z.NEVER;
    }
  });

const jsonList = jsonField('selectedAIs must be a JSON list of names.').pipe(
  z
    .array(aiServiceName, 'selectedAIs must be a JSON list of names.')
    .min(1, 'Please select at least one AI service')
    .max(limits.targets, `A message can go to at most ${limits.targets} AI services.`)
    .refine((names) => new Set(names).size === names.length, 'Each AI service can be named only once.'),
);

/** The text fields of the form; the files travel beside them, each as `file`. */
export const sendMessageWithFileBody = z
  .object({
    message: z
      .string()
      .max(limits.messageLength, messageTooLong)
      .default('')
      .meta({ description: 'Optional: a file may speak for itself.' }),
    selectedAIs: jsonList.meta({ description: 'A JSON list of names.' }),
    mode,
    settings: jsonField('settings must be JSON.')
      .pipe(answerSettings)
      .optional()
      .meta({ description: 'JSON, as in send-message.' }),
    blind: z
      .enum(['true', 'false'], 'blind is true or false.')
      .transform((written) => written === 'true')
      .optional()
      .meta({ description: 'As in send-message.' }),
  })
  .refine(({ mode, selectedAIs }) => mode !== 'individual' || selectedAIs.length === 1, {
    path: ['selectedAIs'],
    message: 'Individual AI sends to exactly one AI service.',
  })
  .meta({ id: 'SendMessageWithFile' });

export const sendMessageWithFile = route({
  method: 'POST',
  path: '/api/send-message-with-file',
  summary:
    'One message and up to five files of 10 MB, each in a field file of multipart/form-data, to many services; same answers as send-message.',
  access: 'approved',
  keyScope: 'send',
  body: sendMessageWithFileBody,
  upload: 'file',
  answer: sendAnswer,
  events: broadcastEvents,
  idempotent: true,
  serverOwned: ['id', 'userId', 'broadcastId', 'conversationId', 'status', 'results', 'attachment', 'moreAttachments'],
});
