import {
  exportAll,
  exportComparison,
  exportComparisons,
  exportConversation,
  exportFileName,
  type ComparisonFormat,
  type ComparisonLayout,
  type ExportFormat,
} from '@polylogue/api-contract';
import { localDay, saveFile, toast, urlOf } from '@polylogue/web-kit';

const minutes = 60_000;

/** Downloads one conversation, and says that it did. */
export async function downloadOne(id: string, format: ExportFormat): Promise<void> {
  await download(urlOf(exportConversation, { parameters: { id }, query: { format } }), `conversation-${id}.${format}`, {
    title: 'Export started',
    description: `The conversation is saved as conversation-${id}.${format}.`,
  });
}

/** What a comparison can be saved as: a format, and how the replies to one message stand to each other where it has two ways. */
export type ComparisonFile = `${'html' | 'md'} ${ComparisonLayout}` | Exclude<ComparisonFormat, 'html' | 'md'>;

/** Downloads one comparison, and says that it did. */
export async function downloadComparison(id: string, file: ComparisonFile): Promise<void> {
  const [format, layout] = file.split(' ') as [ComparisonFormat, ComparisonLayout | undefined];
  const name = `comparison-${id}.${format}`;
  await download(urlOf(exportComparison, { parameters: { id }, query: { format, layout } }), name, {
    title: 'Export started',
    description: `The comparison is saved as ${name}.`,
  });
}

/** Downloads all conversations, or those that are searched for. */
export async function downloadAll(
  format: ExportFormat,
  filter: { q?: string; service?: string; since?: string | undefined },
): Promise<void> {
  const name = exportFileName('conversations', localDay(new Date()), format);
  await download(urlOf(exportAll, { query: { ...filter, format } }), name, {
    title: 'Export complete',
    description: `Your conversations are saved as ${name}.`,
  });
}

/** Downloads all comparisons, or those that are searched for. */
export async function downloadComparisons(format: ExportFormat, filter: Record<string, string>): Promise<void> {
  const name = exportFileName('comparisons', localDay(new Date()), format);
  await download(urlOf(exportComparisons, { query: { ...filter, format } }), name, {
    title: 'Export complete',
    description: `Your comparisons are saved as ${name}.`,
  });
}

async function download(url: string, name: string, done: { title: string; description: string }): Promise<void> {
  try {
    const answer = await fetch(url, {
      credentials: 'include',
      redirect: 'manual',
      signal: AbortSignal.timeout(10 * minutes),
    });
    if (!answer.ok) throw new Error('Export failed');
    saveFile(await answer.blob(), name);
    toast(done);
  } catch (fault) {
    console.error('Export failed:', fault);
    toast({ title: 'Export failed', description: 'Nothing was saved. Please try again.', variant: 'destructive' });
  }
}
