import { importConversations, limits, type ImportAnswer } from '@polylogue/api-contract';
import { ApiError, connectionFailed, toast } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useStartOver } from '../history.api.js';

const minutes = 60_000;

/** Brings a JSON export back in. */
export function ImportButton() {
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const startOver = useStartOver();
  const take = async (file: File | undefined) => {
    if (!file) return;
    setReading(true);
    try {
      const { imported, skipped, notes = [] } = await send(file);
      const before = skipped === 0 ? '' : ` ${skipped} were there already.`;
      const said = [`${imported} conversations were imported.${before}`, ...notes].join(' ');
      toast({ title: 'Import complete', description: said });
      await startOver();
    } catch (fault) {
      const description = fault instanceof ApiError ? fault.sentence : String(fault);
      toast({ title: 'Import failed', description, variant: 'destructive' });
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="JSON export to import"
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button disabled={isReading} onClick={() => input.current?.click()} icon={<Upload aria-hidden />}>
        {isReading ? 'Importing...' : 'Import'}
      </Button>
    </>
  );
}

async function send(file: File): Promise<ImportAnswer> {
  if (file.size > limits.importBytes) {
    const sentence = `Please select a file smaller than ${limits.importBytes / 1024 ** 3}GB.`;
    throw new ApiError(sentence, { status: 413, sentence });
  }
  const answer = await fetch(importConversations.path, {
    method: 'POST',
    body: file,
    credentials: 'include',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10 * minutes),
  } as RequestInit).catch((cause: unknown) => {
    throw new ApiError(connectionFailed, { status: 0, cause });
  });
  const said = (await answer.json().catch(() => ({}))) as { error?: string };
  if (!answer.ok)
    throw new ApiError(`${answer.status}`, { status: answer.status, sentence: said.error ?? 'Import failed' });
  return importConversations.answer!.parse(said);
}
