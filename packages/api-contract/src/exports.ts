import { z } from 'zod';
import { agreementClaim, agreementMap } from './agreement-maps.js';
import { answerSettings } from './answer-presets.js';
import { conversation, message } from './conversations.js';
import { attachment } from './files.js';
import { limits } from './limits.js';
import { mergedAnswer } from './merged-answers.js';
import { qualityAssessment } from './quality-assessments.js';
import { id, time } from './scalars.js';
import { settleRound } from './settlings.js';
import { summary } from './summaries.js';

/** Grows when a file of an older version could no longer be read as it is. */
export const exportSchemaVersion = 1;

const exportedAttachment = attachment.extend({
  text: z.string().optional().meta({ description: 'What the services were given of a document; of pictures nothing.' }),
});

/** A message with all that is stored of it, but for the bytes of pictures and media, which are named. */
export const exportedMessage = message
  .extend({
    attachment: exportedAttachment.optional(),
    moreAttachments: z.array(exportedAttachment).max(20).optional(),
  })
  .meta({ id: 'ExportedMessage' });
export type ExportedMessage = z.infer<typeof exportedMessage>;

export const exportedAgreementMap = agreementMap
  .extend({
    claims: z
      .array(
        agreementClaim.extend({
          agreementAfter: z.number().nullable().optional().meta({
            description: 'The figure by the sides as they are after its rounds of settling; absent where it had none.',
          }),
        }),
      )
      .meta({ description: 'The most disputed first.' }),
  })
  .meta({ id: 'ExportedAgreementMap' });
export type ExportedAgreementMap = z.infer<typeof exportedAgreementMap>;

export const exportedSettleRound = settleRound
  .extend({ mapId: id.meta({ description: 'The agreement map whose claims went back.' }) })
  .meta({ id: 'ExportedSettleRound' });
export type ExportedSettleRound = z.infer<typeof exportedSettleRound>;

export const exportedConversation = conversation
  .extend({
    comparison: z
      .object({
        id,
        title: z.string().max(limits.comparison.titleLength).optional(),
        starred: z.boolean().optional(),
        tags: z.array(z.string().max(limits.comparison.tagLength)).max(limits.comparison.tags).optional(),
        settings: answerSettings.optional(),
      })
      .optional()
      .meta({ description: 'The comparison it is part of, with what the user gave it.' }),
    messages: z.array(exportedMessage),
    summaries: z
      .array(summary)
      .optional()
      .meta({ description: 'Of replies in it; one about several conversations stands in each of them.' }),
    agreementMaps: z
      .array(exportedAgreementMap)
      .optional()
      .meta({ description: 'Of replies in it; one about several conversations stands in each of them.' }),
    mergedAnswers: z
      .array(mergedAnswer)
      .optional()
      .meta({ description: 'The versions written from its agreement maps, oldest first.' }),
    settleRounds: z
      .array(exportedSettleRound)
      .optional()
      .meta({ description: 'The rounds in which claims of its agreement maps went back, oldest first.' }),
    assessments: z
      .array(qualityAssessment)
      .optional()
      .meta({ description: 'What other services say about its replies; absent where nothing is said.' }),
  })
  .meta({ id: 'ExportedConversation' });
export type ExportedConversation = z.infer<typeof exportedConversation>;

/** What an export had to leave out; nothing is left out silently. */
export const missingFromExport = z
  .object({
    scoresOf: z.number().int().meta({ description: 'Conversations whose scores are missing.' }),
    reason: z.string(),
  })
  .meta({ id: 'MissingFromExport' });
export type MissingFromExport = z.infer<typeof missingFromExport>;

/** The JSON export: lossless, and what an import takes. */
export const exportFile = z
  .object({
    schemaVersion: z.literal(exportSchemaVersion),
    exportedAt: time,
    conversations: z.array(exportedConversation),
    missing: missingFromExport.optional(),
  })
  .meta({ id: 'ExportFile' });
