import {
  contractLimits,
  type ChangeComparisonRequest,
  type Comparison,
  type FindComparisonsRequest,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { toSettings } from '../answer-presets/answer-settings.rules.js';
import { plainWords } from '../search/plain-words.rules.js';
import type { LabelChange } from '../comparison-labels/labels.entity.js';
import type { ComparisonRow } from './comparison.entity.js';
import type { FindComparisons } from './comparisons.service.js';

const usualLimit = 50;

export function fromFindRequest(request: FindComparisonsRequest): FindComparisons {
  const { limit, cursor, q, aiService, since, onlyStarred, tag, byCreation, ascending } = request;
  if (q.length > 500 || q.includes('\0')) throw new AppError('invalid', 'invalid_search', 'Search for fewer words.');
  return {
    limit: limit < 1 ? usualLimit : Math.min(limit, contractLimits.comparison.page),
    cursor,
    q,
    aiService: aiService === '' ? undefined : aiService,
    since,
    onlyStarred,
    tag,
    byCreation,
    ascending,
  };
}

export const fromChangeRequest = ({ title, isStarred, tags, settings }: ChangeComparisonRequest): LabelChange => ({
  title,
  isStarred,
  tags: tags?.tags,
  settings,
});

export function toComparison(row: ComparisonRow): Comparison {
  return {
    id: row.id,
    title: row.title,
    isTitleGiven: row.is_title_given,
    isStarred: row.is_starred,
    tags: row.tags,
    settings: toSettings(row.settings),
    conversations: row.conversations,
    messageCount: row.message_count,
    preview: plainWords(row.preview),
    createdAt: new Date(row.created_us / 1000),
    updatedAt: new Date(row.updated_us / 1000),
    cost: row.cost ?? undefined,
  };
}
