import { limits } from '@polylogue/api-contract';
import { toast } from '@polylogue/web-kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { fileFault, tooManyToast } from './attachment.rules.js';

/** The files the next message goes with. */
export interface AttachmentState {
  files: readonly File[];
  /** Which part of them has gone out, while they do; 1 until the server has read them. */
  sent: number | undefined;
  /** Adds what was chosen, dropped or pasted; says why when it cannot. */
  attach: (files: readonly File[]) => void;
  /** Takes one away. */
  remove: (file: File) => void;
  /** Takes all away, and ends their upload. */
  clear: () => void;
  /** Notes that the upload begins; answers the signal that ends it. */
  begin: () => AbortSignal;
  onSent: (fraction: number) => void;
  /** The server has them: from now on Stop stops the replies. */
  settle: () => void;
}

export function useAttachments(): AttachmentState {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sent, setSent] = useState<number>();
  const upload = useRef<AbortController>(undefined);
  // The form an upload belongs to is gone with the screen.
  useEffect(() => () => upload.current?.abort(), []);
  const actions = useMemo(() => {
    const settle = () => {
      upload.current = undefined;
      setSent(undefined);
    };
    return {
      remove: (file: File) => setFiles((now) => now.filter((each) => each !== file)),
      clear: () => {
        upload.current?.abort();
        settle();
        setFiles([]);
      },
      begin: () => {
        upload.current = new AbortController();
        setSent(0);
        return upload.current.signal;
      },
      onSent: (fraction: number) => setSent((now) => (now === undefined ? now : fraction)),
      settle,
    };
  }, []);
  const attach = (chosen: readonly File[]) => {
    const faults = chosen.flatMap((file) => fileFault(file) ?? []);
    const sound = chosen.filter((file) => !fileFault(file));
    const room = limits.attachments - files.length;
    if (faults[0]) toast(faults[0]);
    else if (sound.length > room) toast(tooManyToast);
    if (sound.length > 0 && room > 0) setFiles([...files, ...sound.slice(0, room)]);
  };
  return { files, sent, attach, ...actions };
}
