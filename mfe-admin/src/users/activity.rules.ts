import { grouped, type UserActivity } from '@polylogue/api-contract';

/** Activities and conversations shown of one user, and characters of a last message. */
export const activitiesShown = 8;
export const conversationsShown = 5;
export const previewLength = 100;

const labels: Readonly<Record<string, string>> = {
  user_login: 'User login',
  message_sent: 'Message sent',
  ai_response_received: 'AI response received',
  conversation_completed: 'Conversation completed',
  conversations_cleared: 'Conversations cleared',
  user_approved: 'User approved',
  file_uploaded: 'File uploaded',
  conversation_exported: 'Conversation exported',
};

/** The label of a kind of activity; that of an unknown kind is made of its name. */
export function activityLabel(activityType: string): string {
  const plain = activityType.replaceAll('_', ' ');
  return labels[activityType] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

const count = (n: number, one: string) => `${grouped(n)} ${one}${n === 1 ? '' : 's'}`;

/** The details of an activity in short: `6 services, 75 characters`. */
export function formatDetails({ activityType, details }: Pick<UserActivity, 'activityType' | 'details'>): string {
  const { selectedAIs, messageLength, totalResponses, totalErrors, clearType, format } = details;
  return [
    activityType === 'message_sent' && selectedAIs?.length ? count(selectedAIs.length, 'service') : '',
    messageLength === undefined ? '' : count(messageLength, 'character'),
    totalResponses === undefined ? '' : count(totalResponses, 'response'),
    totalErrors ? count(totalErrors, 'error') : '',
    clearType ?? '',
    format ?? '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** At most a hundred characters, none cut in half. */
export function preview(text: string): string {
  const characters = [...text];
  return characters.length <= previewLength ? text : `${characters.slice(0, previewLength).join('')}…`;
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true });
const date = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** The time of today's, the day of earlier ones. */
export function shortWhen(moment: string, now: Date): string {
  const at = new Date(moment);
  const text = at.toDateString() === now.toDateString() ? clock.format(at) : date.format(at);
  return text.replace(/\u202f/g, ' ');
}
