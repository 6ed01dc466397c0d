import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

interface CopyButtonProps {
  /** What it does: "Copy code". */
  label: string;
  /** What it has done: "Code copied". */
  done: string;
  textOf: () => string;
}

/** A button in the corner of what it copies. */
export function CopyButton({ label, done, textOf }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => void navigator.clipboard.writeText(textOf()).then(() => setCopied(true));
  const Icon = copied ? Check : Copy;
  return (
    <button type="button" data-copy="" onClick={copy} aria-label={copied ? done : label} title={label}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
