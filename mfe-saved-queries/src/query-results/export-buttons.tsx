import type { SavedQuery } from '@polylogue/api-contract';
import { saveFile, toast } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { fileNameOf, toCsv, toJson } from './export.rules.js';
import { loadExecutions } from './query-results.api.js';

const types = { json: 'application/json', csv: 'text/csv;charset=utf-8' } as const;

/** Downloads all executions, also those the page has not loaded. */
export function ExportButtons({ query }: { query: SavedQuery }) {
  const [isBusy, setIsBusy] = useState(false);
  const onExport = async (format: 'json' | 'csv') => {
    setIsBusy(true);
    try {
      const executions = await allExecutions(query.id);
      const text = format === 'json' ? toJson(query, executions) : toCsv(executions);
      saveFile(new Blob([text], { type: types[format] }), fileNameOf(query, format));
      toast({ title: 'Export complete', description: `${executions.length} execution(s) exported.` });
    } catch {
      toast({
        title: 'Export failed',
        description: 'The executions could not be loaded. Try again.',
        variant: 'destructive',
      });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      {(['json', 'csv'] as const).map((format) => (
        <Button key={format} disabled={isBusy} onClick={() => void onExport(format)} icon={<Download aria-hidden />}>
          Export {format.toUpperCase()}
        </Button>
      ))}
    </>
  );
}

async function allExecutions(id: number) {
  const all = await loadExecutions(id);
  for (let last = all.at(-1); last;) {
    const earlier = await loadExecutions(id, last.id);
    all.push(...earlier);
    last = earlier.at(-1);
  }
  return all;
}
