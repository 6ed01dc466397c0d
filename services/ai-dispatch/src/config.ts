import { baseConfig, count, networkList } from '@polylogue/service-kit';
import { z } from 'zod';
import { limitsConfig } from './limits/limits-config.js';
import { parseKeyRing } from './keys/key-ring.js';

const key = (vendor: string) =>
  z
    .string()
    .trim()
    .min(1)
    .optional()
    .meta({ description: `API key of ${vendor}` });
const localUrl = (program: string, fallback: string) =>
  z
    .union([z.url(), z.literal('off')])
    .default(fallback)
    .meta({ description: `Where ${program} is looked for at boot; "off" for never` });
const ms = (fallback: number, description: string) => count(fallback, `${description}, in milliseconds`);

/** A text that a function makes sense of, or says what is wrong with it. */
const parsed = <T>(parse: (text: string) => T) =>
  z.string().transform((text, context): T => {
    try {
      return parse(text);
    } catch (fault) {
      context.addIssue({ code: 'custom', message: fault instanceof RangeError ? fault.message : 'it cannot be read' });
      return z.NEVER;
    }
  });

/** The environment of this service. */
export const config = baseConfig('ai-dispatch').extend({
  AI_SERVICES_FILE: z.string().optional().meta({
    description: 'YAML or JSON file with the AI services to offer; without it the keys below decide',
  }),
  OPENAI_API_KEY: key('OpenAI'),
  ANTHROPIC_API_KEY: key('Anthropic'),
  GOOGLE_GENERATIVE_AI_API_KEY: key('Google Gemini'),
  GEMINI_API_KEY: key('Google Gemini'),
  GOOGLE_API_KEY: key('Google Gemini'),
  XAI_API_KEY: key('xAI'),
  MISTRAL_API_KEY: key('Mistral'),
  DEEPSEEK_API_KEY: key('DeepSeek'),
  PERPLEXITY_API_KEY: key('Perplexity'),
  GROQ_API_KEY: key('Groq'),
  OPENROUTER_API_KEY: key('OpenRouter'),
  TOGETHER_API_KEY: key('Together'),
  OLLAMA_URL: localUrl('Ollama', 'http://127.0.0.1:11434'),
  LM_STUDIO_URL: localUrl('LM Studio', 'http://127.0.0.1:1234'),
  AI_DISPATCH_KEY_RING: parsed(parseKeyRing).optional().meta({
    description:
      'Key-encryption keys as JSON: id to 32 bytes in base64; the last encrypts. Without it the panel stores no keys',
    example: '{"k1":"qV3Y..."}',
  }),
  AI_DISPATCH_ALLOWED_NETWORKS: networkList.optional().meta({
    description: 'Networks besides the internet where AI services may be: 10.1.0.0/16, 127.0.0.1:8000, ollama:11434, …',
    example: '10.1.0.0/16,ollama:11434',
  }),
  DEMO_URL: z.url().optional().meta({ description: 'Where the demo services run; offered when there is nothing else' }),
  AI_DISPATCH_CONNECT_MS: ms(5_000, 'Timeout for connecting to a provider'),
  AI_DISPATCH_FIRST_TOKEN_MS: ms(30_000, 'Timeout for the first token of a reply'),
  AI_DISPATCH_GAP_MS: ms(30_000, 'Timeout between two tokens of a reply'),
  AI_DISPATCH_TOTAL_MS: ms(120_000, 'Timeout for a whole reply'),
  AI_DISPATCH_CONCURRENCY: count(5_000, 'Max calls to one service at a time'),
  AI_DISPATCH_QUEUE: count(1_000, 'Max calls to one service that wait for a slot'),
  AI_DISPATCH_BREAKER_FAILURES: count(6, 'Failed attempts in a row after which the circuit breaker of a service opens'),
  AI_DISPATCH_BREAKER_MS: ms(30_000, 'How long the circuit breaker stays open before one call is let through'),
  AI_DISPATCH_FILES: count(2, 'Max attached files that are read at a time'),
  AI_DISPATCH_USER_FILES: count(
    1,
    'Max attached files of one user that are read at a time; below AI_DISPATCH_FILES, others keep a slot',
  ),
  AI_DISPATCH_FILE_CPU_MS: ms(5_000, 'CPU time that reading one file may take'),
  AI_DISPATCH_PROBE_SECONDS: z.coerce
    .number()
    .min(0)
    .default(180)
    .meta({ description: 'How often each service is probed, in seconds; 0 for never' }),
  DATA_DIR: z.string().default('.data').meta({ description: 'Folder for data that is kept in files' }),
  MEDIA_FOLDER: z.string().optional().meta({
    description:
      'Folder of pictures, sounds and films when no S3 store is set, shared by all replicas; `media` in DATA_DIR when unset',
  }),
  MEDIA_S3_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({
      description: 'Address of a bucket for pictures, sounds and films in any S3-compatible store',
      example: 'https://s3.example.org/polylogue-media',
    }),
  MEDIA_S3_REGION: z.string().default('us-east-1').meta({ description: 'Region of that store' }),
  MEDIA_S3_ACCESS_KEY_ID: z.string().trim().min(1).optional().meta({ description: 'Access key of that store' }),
  MEDIA_S3_SECRET_ACCESS_KEY: z.string().trim().min(1).optional().meta({ description: 'Secret key of that store' }),
  ...limitsConfig,
});

export type AiDispatchConfig = z.output<typeof config>;
