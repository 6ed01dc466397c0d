import { aiServiceNameShape, contractLimits, contractSentences, isUuid } from '@polylogue/proto';
import { issuesOfKey } from '@polylogue/service-kit';
import type { AnswerSettings } from '../answer-presets/answer-preset.entity.js';
import { issuesOfSettings } from '../answer-presets/answer-settings.rules.js';
import type { NewAttachment } from '../attachments/attachment.entity.js';
import type { RequestedSettings } from '../replies/requested-settings.js';
import type { BroadcastMode } from '../live/broadcast.entity.js';

export interface MessageInput {
  message: string;
  aiServices: readonly string[];
  mode: BroadcastMode;
  idempotencyKey?: string | undefined;
  attachments?: readonly NewAttachment[] | undefined;
  /** The message begins a comparison of its own, off the dashboard. */
  ownComparison?: OwnComparison | undefined;
  /** Each service gets it as soon as its reply before has ended. */
  queued?: boolean | undefined;
  /** The message begins a comparison whose owner does not know which service is which before a vote. */
  isBlind?: boolean | undefined;
  /** How services answer in its comparison from now on; absent: as they did. */
  comparisonSettings?: AnswerSettings | undefined;
}

/** What a comparison of its own begins with. */
export interface OwnComparison {
  history: readonly { isUser: boolean; content: string }[];
  settings?: RequestedSettings | undefined;
}

export interface InputIssue {
  path: string;
  message: string;
}

const { messageLength, targets, attachmentText, attachments: maxFiles, pictures: maxPictures } = contractLimits;

/** What is wrong with a message, each with a sentence to act on. */
export function issuesOf(input: MessageInput, hasFile = false): InputIssue[] {
  const { message, aiServices, mode, idempotencyKey, attachments = [] } = input;
  const issues: InputIssue[] = [];
  const add = (path: string, sentence: string) => issues.push({ path, message: sentence });
  if (message.trim() === '' && !hasFile) add('message', contractSentences.messageEmpty);
  if (message.length > messageLength) add('message', contractSentences.messageTooLong);
  if (message.includes('\0')) add('message', contractSentences.messageWithNul);
  if (aiServices.length === 0) add('selectedAIs', 'Please select at least one AI service');
  if (aiServices.length > targets) add('selectedAIs', `A message can go to at most ${targets} AI services.`);
  if (new Set(aiServices).size < aiServices.length) add('selectedAIs', 'Each AI service can be named only once.');
  if (mode === 'individual' && aiServices.length !== 1)
    add('selectedAIs', 'Individual AI sends to exactly one AI service.');
  issues.push(...issuesOfKey(idempotencyKey));
  if (input.ownComparison && !isInTurns(input.ownComparison))
    add('history', 'The earlier messages must be texts of the user and replies in turn.');
  if (input.isBlind && input.ownComparison)
    add('blind', 'A blind round begins on the dashboard: leave out either blind or ownComparison.');
  if (input.comparisonSettings) issues.push(...issuesOfSettings(input.comparisonSettings));
  if (attachments.length > maxFiles) add('file', `At most ${maxFiles} files can be attached.`);
  if (!attachments.every(isSound)) add('file', 'This file cannot be attached.');
  if (attachments.reduce((sum, { text }) => sum + text.length, 0) > attachmentText)
    add('file', contractSentences.filesTooLong);
  return issues;
}

/** Only whole turns: what a service is sent leaves out a question without a reply. */
const isInTurns = ({ history }: OwnComparison): boolean =>
  history.length % 2 === 0 &&
  history.every(({ isUser, content }, index) => isUser === (index % 2 === 0) && !content.includes('\0'));

/** ai-dispatch and the gateway have validated the file; these are the limits of the store. */
function isSound({ name, size, type, text, picture, pages }: NewAttachment): boolean {
  const texts = [name, type, text];
  const pictures = [...(picture ? [picture] : []), ...(pages?.pictures ?? [])];
  return (
    name !== '' &&
    name.length <= 255 &&
    size >= 0 &&
    !texts.some((each) => each.includes('\0')) &&
    pictures.length <= maxPictures &&
    pictures.every(({ mediaId }) => isUuid(mediaId))
  );
}

/** Names that no catalog can hold. */
export function impossibleNames(names: readonly string[]): string[] {
  return names.filter((name) => !aiServiceNameShape.test(name));
}

/** The first line of a message, cut to the length of a title. */
export function titleOf(message: string): string {
  const [line = ''] = message.trim().split('\n');
  const characters = [...line.trim()];
  return characters.length <= 80 ? characters.join('') : `${characters.slice(0, 79).join('')}…`;
}
