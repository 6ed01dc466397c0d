/** What rows may be about. */
export type Group = 'user' | 'ai_service' | 'day' | 'api_key';

/** Sums as Postgres answers them: 64 bits come as text. */
export interface SumColumns {
  calls: string;
  failures: string;
  input_tokens: string;
  output_tokens: string;
  uncounted_calls: string;
  reported_micros: string;
  estimated_micros: string;
  unpriced_calls: string;
  cached_tokens: string;
  reasoning_tokens: string;
}

export interface GroupColumns extends SumColumns {
  day?: string;
  user_id?: string;
  ai_service?: string;
  api_key_id?: string;
}
