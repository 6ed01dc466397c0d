import type { MarkdownProps } from '@polylogue/markdown';
import { lazy, Suspense } from 'react';
import { PlainOnError } from './plain-on-error.js';

// Markdown comes with the first reply, not before the screen that will show it.
const Markdown = lazy(async () => ({ default: (await import('@polylogue/web-kit/chat')).Markdown }));

/** A text as markdown; as it stands until the code for it is there. */
export const LateMarkdown = (props: MarkdownProps) => (
  <PlainOnError text={props.text}>
    <Suspense fallback={<p className="pl-plain">{props.text}</p>}>
      <Markdown {...props} />
    </Suspense>
  </PlainOnError>
);
