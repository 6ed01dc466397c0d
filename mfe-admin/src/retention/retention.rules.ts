import {
  grouped,
  limits,
  type BodyOf,
  type Removal,
  type Retention,
  type RetentionPreview,
  type setRetention,
} from '@polylogue/api-contract';

export interface RetentionForm {
  isLimited: boolean;
  /** As typed. */
  days: string;
  removesStarred: boolean;
}

const usualDays = '365';

export const formOf = ({ keepDays, removesStarred }: Retention): RetentionForm => ({
  isLimited: keepDays !== null,
  days: keepDays === null ? usualDays : String(keepDays),
  removesStarred,
});

export const bodyOf = ({ isLimited, days, removesStarred }: RetentionForm): BodyOf<typeof setRetention> => ({
  keepDays: isLimited ? Number(days) : null,
  removesStarred: isLimited && removesStarred,
});

/** What keeps it from being saved; undefined when nothing does. */
export function faultOf({ isLimited, days }: RetentionForm): string | undefined {
  const number = Number(days);
  const isFit = /^\d+$/.test(days.trim()) && number >= 1 && number <= limits.keepDays;
  return isFit || !isLimited ? undefined : `Type a whole number from 1 to ${grouped(limits.keepDays)}.`;
}

const counted = (n: number, one: string) => `${grouped(n)} ${one}${n === 1 ? '' : 's'}`;

/** "1 conversation with 2 messages, 3 AI chats and 4 runs of saved queries". */
export function removedLabel({ conversations, messages, aiChats, runs }: Omit<Removal, 'day'>): string {
  const parts = [
    `${counted(conversations, 'conversation')} with ${counted(messages, 'message')}`,
    counted(aiChats, 'AI chat'),
    `${counted(runs, 'run')} of saved queries`,
  ];
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`;
}

export const isEmpty = ({ conversations, aiChats, runs }: Omit<Removal, 'day'>): boolean =>
  conversations + aiChats + runs === 0;

/** What saving the rule removes, and when. */
export function previewLabel(preview: RetentionPreview): string {
  if (isEmpty(preview)) return 'Nothing is as old as that now. What becomes so is removed within the hour, for good.';
  return `Within the hour ${removedLabel(preview)} are removed for good, of ${counted(preview.users, 'user')} with conversations.`;
}

/** What stays although it is old enough; undefined when nothing does. */
export const keptLabel = ({ kept }: RetentionPreview): string | undefined =>
  kept === 0
    ? undefined
    : `${counted(kept, 'conversation')} as old ${kept === 1 ? 'stays' : 'stay'}: starred, or with a pinned reply.`;
