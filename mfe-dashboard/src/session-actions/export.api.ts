import { exportAll } from '@polylogue/api-contract';
import { ApiError, toast, urlOf, usePublicConfig } from '@polylogue/web-kit';
import { useState } from 'react';
import { exportCompleteToast, exportFailedToast, exportFileName } from './export.rules.js';

/** Export All: one markdown file of everything, saved under the product's name and the date. */
export function useExportAll() {
  const shortName = usePublicConfig()?.shortName ?? 'polylogue';
  const [isPending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    try {
      const fileName = exportFileName(shortName, new Date());
      save(await readExport(), fileName);
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

function save(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
