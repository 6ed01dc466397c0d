import { Button } from '@polylogue/web-kit/antd';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { acceptedTypes } from './attachment.rules.js';

/** Opens the file chooser. */
export function AttachButton({ isOff, onFiles }: { isOff: boolean; onFiles: (files: readonly File[]) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        aria-label="File to attach"
        accept={acceptedTypes}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again after it was removed.
          target.value = '';
        }}
      />
      <Button
        disabled={isOff}
        aria-label="Attach File"
        onClick={() => chooser.current?.click()}
        icon={<Paperclip size={14} aria-hidden="true" />}
      >
        Attach File
      </Button>
    </>
  );
}
