import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { toMicros } from './micros.rules.js';
import type { PriceRow } from './price.rules.js';

const amount = z.union([z.string(), z.number()]).transform((decimal, context) => {
  const micros = toMicros(decimal);
  if (micros !== undefined) return micros;
  context.addIssue({ code: 'custom', message: 'Write dollars per million tokens, such as 1.75.' });
  return z.NEVER;
});

const row = z
  .strictObject({
    service: z.string().trim().min(1).optional(),
    host: z.string().trim().min(1).optional(),
    model: z.string().trim().min(1).optional(),
    input: amount,
    output: amount,
  })
  .refine(({ service, model }) => service !== undefined || model !== undefined, {
    path: ['model'],
    error: 'Name the service of the catalog, or the model.',
  });

/** An operator's prices in YAML or JSON. A row with a fault is left out and said; the others stand. */
export function readPriceFile(text: string): { rows: PriceRow[]; faults: string[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const faults = document.errors.map(({ pos, message }) => `line ${lines.linePos(pos[0]).line}: ${message}`);
  if (faults.length > 0) return { rows: [], faults };
  const list: unknown = document.toJS();
  if (!Array.isArray(list)) return { rows: [], faults: ['line 1: Write a list of prices.'] };
  const rows = list.flatMap((raw: unknown, index): PriceRow[] => {
    const { data, error } = row.safeParse(raw);
    for (const { path, message } of error?.issues ?? []) {
      faults.push(`[${index}]${path.map((step) => `.${String(step)}`).join('')}: ${message}`);
    }
    if (!data) return [];
    const { service, host, model, input, output } = data;
    return [{ service, host, model, price: { input, output } }];
  });
  return { rows, faults };
}
