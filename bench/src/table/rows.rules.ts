/** One row of the table. Numbers are already text, because each measure knows its unit. */
export interface Row {
  measure: string;
  ours: string;
  floor?: string;
  compared?: string;
  goal?: string;
  verdict?: 'ok' | 'over';
}

export const ms = (value: number) => `${value.toFixed(2)} ms`;
export const us = (value: number) => `${value.toFixed(1)} µs`;
export const mb = (bytes: number, digits = 0) => `${(bytes / 1024 / 1024).toFixed(digits)} MB`;
export const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
export const times = (value: number) => `${value.toFixed(1)} ×`;
export const beyond = (value: number) => `${value >= 0 ? '+' : '−'}${ms(Math.abs(value))}`;

export const atMost = (value: number, limit: number) => (value <= limit ? 'ok' : 'over');
export const atLeast = (value: number, limit: number) => (value >= limit ? 'ok' : 'over');
