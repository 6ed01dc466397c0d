import { z } from 'zod';

/** One key of a configuration, as documentation shows it. */
export interface ConfigRow {
  key: string;
  description: string;
  required: boolean;
  /** The default as it would be written in the environment. */
  fallback?: string;
  example?: string;
}

/** The keys of a schema with their `.meta({ description, example })` and defaults. */
export function describeConfig(schema: z.ZodObject): ConfigRow[] {
  return Object.entries(schema.shape).map(([key, field]) => {
    const meta = metaOf(field);
    const empty = (field as z.ZodType).safeParse(undefined);
    const row: ConfigRow = {
      key,
      description: String(meta['description'] ?? '').replace(/\.$/, ''),
      required: !empty.success,
    };
    // What stands before a transformation is as it would be written.
    const fallback: unknown = field instanceof z.ZodPrefault ? field.def.defaultValue : empty.data;
    if (empty.success && fallback !== undefined) {
      row.fallback = typeof fallback === 'object' ? JSON.stringify(fallback) : String(fallback);
    }
    if (meta['example'] !== undefined) row.example = String(meta['example']);
    return row;
  });
}

/** The schema as a Markdown table, for a README. */
export function toMarkdownTable(schema: z.ZodObject): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = describeConfig(schema).map(
    ({ key, description, required, fallback }) =>
      `| \`${key}\` | ${required ? 'required' : fallback === undefined ? '–' : `\`${cell(fallback)}\``} | ${cell(description)} |`,
  );
  return ['| key | default | what it is |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The schema as lines of an `.env.example`. */
export function toEnvExample(schema: z.ZodObject): string {
  return describeConfig(schema)
    .map(({ key, description, required, fallback, example }) => {
      const value = `${key}=${example ?? fallback ?? ''}`;
      return `# ${description}\n${required ? value : `# ${value}`}`;
    })
    .join('\n\n');
}

function metaOf(field: unknown): Record<string, unknown> {
  let inner = field as z.ZodType | undefined;
  const found: Record<string, unknown> = {};
  // The description may stand before or after .default() and .optional().
  while (inner instanceof z.ZodType) {
    for (const [name, value] of Object.entries(inner.meta() ?? {})) found[name] ??= value;
    const { innerType, in: input } = inner.def as { innerType?: z.ZodType; in?: z.ZodType };
    inner = innerType ?? input;
  }
  return found;
}
