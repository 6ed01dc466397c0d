/** The kinds of activity the specification knows. */
export type ActivityType =
  | 'user_login'
  | 'message_sent'
  | 'ai_response_received'
  | 'conversation_completed'
  | 'conversations_cleared'
  | 'user_approved'
  | 'file_uploaded'
  | 'conversation_exported';

/** What is stored of an activity beside its type. */
export interface ActivityDetails {
  selectedAIs?: string[];
  messageLength?: number;
  totalResponses?: number;
  totalErrors?: number;
  clearType?: string;
  format?: string;
}

/** Something a user did, known by user, type and what it is about: an event consumed twice adds nothing. */
export interface Activity {
  userId: string;
  activityType: ActivityType;
  about: string;
  details: ActivityDetails;
  createdAt: Date;
}

/** When an event came about: its id is a uuid of version 7, which begins with the time it was made. */
export function timeOf(eventId: string, otherwise: Date): Date {
  const digits = eventId.replaceAll('-', '');
  if (!/^[0-9a-f]{12}7[0-9a-f]{19}$/i.test(digits)) return otherwise;
  return new Date(Number.parseInt(digits.slice(0, 12), 16));
}

/** An activity of the time at which its event came about. */
export function activityOf(eventId: string, activity: Omit<Activity, 'createdAt'>): Activity {
  return { ...activity, createdAt: timeOf(eventId, new Date()) };
}
