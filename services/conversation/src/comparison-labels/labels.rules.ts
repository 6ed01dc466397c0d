import { contractLimits } from '@polylogue/proto';
import type { Issue } from '@polylogue/service-kit';
import { issuesOfSettings, normalizedSettings } from '../answer-presets/answer-settings.rules.js';
import type { LabelChange } from './labels.entity.js';

const limits = contractLimits.comparison;

/** A change as it is stored: one line without spaces around it, each tag once. */
export function normalizedChange({ title, isStarred, tags, settings }: LabelChange): LabelChange {
  return {
    title: title && line(title),
    isStarred,
    tags: tags && [...new Set(tags.map(line))].filter(Boolean),
    settings: settings && normalizedSettings(settings),
  };
}

/** What is wrong with a normalized change; empty when nothing is. */
export function issuesOfChange({ title = '', tags = [], settings = {} }: LabelChange): Issue[] {
  const issues: Issue[] = [];
  if (title.length > limits.titleLength) {
    issues.push({ path: 'title', message: `A title can have at most ${limits.titleLength} characters.` });
  }
  if (tags.length > limits.tags) {
    issues.push({ path: 'tags', message: `A comparison can have at most ${limits.tags} tags.` });
  }
  if (tags.some((tag) => tag.length > limits.tagLength)) {
    issues.push({ path: 'tags', message: `A tag can have at most ${limits.tagLength} characters.` });
  }
  return [...issues, ...issuesOfSettings(settings)];
}

/** Postgres stores no NUL. */
const line = (text: string): string => text.replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim();
