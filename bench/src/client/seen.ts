/** What a client saw of one broadcast. Times are milliseconds of the machine's monotonic clock. */
export interface Seen {
  key: string;
  sentAt: number;
  endedAt: number;
  firstAt: Record<string, number>;
  texts: Record<string, string>;
  /** The whole reply as its last event has it. */
  replies: Record<string, string>;
  messageIds: Record<string, string>;
  faults: string[];
}

export const nothingSeen = (key: string): Seen => ({
  key,
  sentAt: 0,
  endedAt: 0,
  firstAt: {},
  texts: {},
  replies: {},
  messageIds: {},
  faults: [],
});

export function recordText(seen: Seen, service: string, text: string, at: number) {
  if (text === '') return;
  seen.firstAt[service] ??= at;
  seen.texts[service] = (seen.texts[service] ?? '') + text;
}
