import { z } from 'zod';
import { aiServiceLabel } from './ai-services.js';
import { costRange } from './cost-range.js';
import { answerSettings } from './answer-presets.js';
import { limits } from './limits.js';
import { selectedAIs } from './messages.js';
import { route } from './route.js';
import { rubricChoice } from './rubrics.js';
import { aiServiceName, id } from './scalars.js';

const wholeOf = (max: number, sentence: string) => z.number(sentence).int(sentence).min(0, sentence).max(max, sentence);

const { answerPreset: at } = limits;
const maxFileBytes = limits.attachments * limits.attachmentBytes;
const maxAnswers = limits.watch.baselineRuns.max;
/** A character takes up to four bytes. */
const maxMessageBytes = limits.messageLength * 4;
/** A summary, and a question of each of its replies. */
const maxContextBytes = maxMessageBytes * (limits.targets + 1);

export const serviceEstimate = z
  .object({
    aiService: aiServiceName,
    price: z.enum(['known', 'free', 'unknown']).catch('unknown').meta({ description: 'A demo is free.' }),
    cost: costRange.nullable().meta({ description: 'Null unless the price is known.' }),
    seconds: z.number().nullable().meta({ description: 'What its recent replies took; null while there are none.' }),
    searches: z.boolean().optional().meta({
      description: 'True for one that may search the web; what searches cost is no part of the cost.',
    }),
    note: z.string().optional().meta({ description: 'A sentence where something about it is not known.' }),
  })
  .meta({ id: 'ServiceEstimate' });
export type ServiceEstimate = z.infer<typeof serviceEstimate>;

export const estimate = z
  .object({
    services: z.array(serviceEstimate).meta({ description: 'In the order asked for.' }),
    cost: costRange.nullable().meta({
      description:
        'All known prices together; null where none is. Of a blind round: from its cheapest to its dearest services, whichever are asked.',
    }),
    seconds: z.number().nullable().meta({ description: 'Until the slowest has replied; null while nobody knows.' }),
    judging: z
      .object({
        judges: z.array(aiServiceLabel).meta({ description: 'Those who may judge.' }),
        count: z.number().int().meta({ description: 'How many of them will.' }),
        share: z.number().meta({ description: 'The share of messages that is judged.' }),
        cost: costRange
          .optional()
          .meta({ description: 'Of all their verdicts, where prices are known. Absent: not known.' }),
      })
      .nullable()
      .optional()
      .meta({
        description: 'Who will judge the replies, which is no part of the cost; null: nobody. Absent: not known now.',
      }),
    reading: serviceEstimate.optional().meta({
      description:
        'Who reads what the answers of a first watched run claim, which is no part of the cost. Absent: not asked for, or not known now.',
    }),
  })
  .meta({ id: 'Estimate' });
export type Estimate = z.infer<typeof estimate>;

export const estimateMessage = route({
  method: 'POST',
  path: '/api/estimates',
  summary: 'What a message would cost and how long its replies would take, before it is sent. Nothing is spent.',
  access: 'approved',
  keyScope: 'send',
  body: z
    .object({
      selectedAIs,
      messageBytes: wholeOf(maxMessageBytes, `A message has between 0 and ${maxMessageBytes} bytes.`).meta({
        description: 'The message in UTF-8. The message itself is not sent here.',
      }),
      fileBytes: wholeOf(maxFileBytes, `Files have between 0 and ${maxFileBytes} bytes together.`)
        .optional()
        .meta({ description: 'Of the documents it goes with.' }),
      pictures: wholeOf(limits.pictures, `A message has between 0 and ${limits.pictures} pictures.`)
        .optional()
        .meta({ description: 'The most that may come with it, pages of its PDFs among them.' }),
      conversationId: id.optional().meta({ description: 'Of a message that continues this conversation.' }),
      contextBytes: wholeOf(maxContextBytes, `What goes along has between 0 and ${maxContextBytes} bytes.`)
        .optional()
        .meta({
          description: 'Of what goes along in place of any thread and of settings: a summary and its question.',
        }),
      settings: z
        .object({
          systemPromptBytes: wholeOf(
            at.systemPrompt * 4,
            `Instructions have between 0 and ${at.systemPrompt * 4} bytes.`,
          ),
          maxOutputTokens: answerSettings.shape.maxOutputTokens,
          webSearch: answerSettings.shape.webSearch,
        })
        .optional()
        .meta({ description: 'Of settings that would go with it; absent: those of the comparison it goes into.' }),
      run: z
        .object({
          judged: z.boolean(),
          rubricId: rubricChoice
            .nullable()
            .optional()
            .meta({ description: 'What they are judged by; null: the default.' }),
        })
        .optional()
        .meta({
          description: 'Of a run of a saved query: it sends its text alone, and its replies are judged or not.',
        }),
      reading: z
        .object({
          answers: wholeOf(maxAnswers, `Each service is asked 1 to ${maxAnswers} times.`).min(1),
          extractor: aiServiceName.nullable().optional(),
        })
        .optional()
        .meta({ description: 'Of a watched query: how many answers of each service are read at first, and by whom.' }),
    })
    .meta({ id: 'EstimateMessage' }),
  answer: estimate,
});
