import { z } from 'zod';
import type { AdminRow, ServiceFields } from '../catalog/ai-service.entity.js';
import { answerDefaults, answerLimits } from '../catalog/answer-settings.rules.js';
import { categoryFault } from '../catalog/categories.rules.js';
import { providers, type ProviderName } from '../catalog/providers.js';

export interface FieldIssue {
  path: string;
  message: string;
}

/** What an administrator sends; whatever is undefined stays. */
export type ServiceInput = Partial<ServiceFields>;

const providerNames = Object.keys(providers) as [ProviderName, ...ProviderName[]];

const fields = z.object({
  displayName: z.string().trim().min(1, 'Write a name for people.').max(60, 'Use at most 60 characters.'),
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Write a colour such as #10A37F.'),
  category: z.enum(['text', 'image', 'audio', 'video'], 'Choose one of text, image, audio and video.'),
  provider: z.enum(providerNames, `Choose one of ${providerNames.join(', ')}.`),
  model: z.string().trim().min(1, 'Write the model as its vendor calls it.').max(200, 'Use at most 200 characters.'),
  baseUrl: z.string().trim(),
  answerDefaults,
  answerLimits,
  sees: z.boolean(),
});

const serviceName = /^[a-z0-9][a-z0-9-]{0,62}$/;
const keyPattern = /^[\x21-\x7e]{1,4096}$/;

/** Says what is wrong with the fields that are there. None of the sentences repeats what was sent. */
export function readFields(input: ServiceInput): { fields: ServiceInput; issues: FieldIssue[] } {
  const { data, error } = fields.partial().safeParse(input);
  const issues = (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
  if (data?.baseUrl !== undefined) {
    const read = readBaseUrl(data.baseUrl);
    if (read.fault) issues.push({ path: 'baseUrl', message: read.fault });
    else data.baseUrl = read.baseUrl;
  }
  return { fields: data ?? {}, issues };
}

/** Whether a protocol has something of a category. */
export function categoryIssue({ provider, category }: ServiceInput): FieldIssue | undefined {
  const message = provider && category ? categoryFault(provider, category) : undefined;
  return message === undefined ? undefined : { path: 'category', message };
}

export function nameIssue(name: string): FieldIssue | undefined {
  if (serviceName.test(name)) return undefined;
  return { path: 'name', message: 'Write small letters, digits and hyphens, such as my-model.' };
}

export function keyIssue(apiKey: string): FieldIssue | undefined {
  if (keyPattern.test(apiKey)) return undefined;
  return { path: 'apiKey', message: 'Write the key without spaces or line breaks.' };
}

/** An address to which paths are appended: nothing behind the path, no user name in front of the host. */
function readBaseUrl(text: string): { baseUrl?: string; fault?: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    return { fault: 'Write an address that begins with https:// or http://.' };
  }
  if (url.username !== '' || url.password !== '') return { fault: 'Write the address without a user or password.' };
  if (url.search !== '' || url.hash !== '') return { fault: 'Write the address without ? and #.' };
  if (text.length > 500) return { fault: 'Use at most 500 characters.' };
  return { baseUrl: url.href.replace(/\/+$/, '') };
}

/** The row with the fields that came laid over it. */
export function withFields(row: AdminRow, input: ServiceInput): AdminRow {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return { ...row, ...Object.fromEntries(given) };
}
