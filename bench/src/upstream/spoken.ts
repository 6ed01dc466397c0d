/** What the fake provider really did for one request. Times are milliseconds of the machine's monotonic clock. */
export interface Spoken {
  service: string;
  key: string;
  receivedAt: number;
  firstAt: number;
  endedAt: number;
  tokens: number;
  complete: boolean;
}
