import { exportAll, exportFileName } from '@polylogue/api-contract';
import { ApiError, localDay, saveFile, toast, urlOf } from '@polylogue/web-kit';
import { useState } from 'react';
import { exportCompleteToast, exportFailedToast } from './export.rules.js';

/** Export All: one markdown file of everything, saved under the product's name and the date. */
export function useExportAll() {
  const [isPending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    try {
      const fileName = exportFileName('conversations', localDay(new Date()), 'md');
      saveFile(await readExport(), fileName);
      toast(exportCompleteToast(fileName));
    } catch (fault) {
      console.error('Export All failed:', fault);
      toast(exportFailedToast(fault instanceof ApiError ? fault.sentence : undefined));
    } finally {
      setPending(false);
    }
  };
  return { start: () => void start(), isPending };
}

async function readExport(): Promise<Blob> {
  const answer = await fetch(urlOf(exportAll, { query: { format: 'md' } }), {
    credentials: 'include',
    redirect: 'manual',
  });
  if (answer.ok) return answer.blob();
  const refusal = (await answer.json().catch(() => ({}))) as { error?: unknown };
  const sentence = typeof refusal.error === 'string' ? refusal.error : undefined;
  throw new ApiError('Export failed', { status: answer.status, sentence });
}
