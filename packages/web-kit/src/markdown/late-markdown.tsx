import { lazy, Suspense } from 'react';
import type { MarkdownProps } from './markdown.js';

// Markdown comes with the first reply, not before the screen that will show it.
const Markdown = lazy(async () => ({ default: (await import('@polylogue/web-kit/chat')).Markdown }));

/** A text as markdown; as it stands until the code for it is there. */
export const LateMarkdown = (props: MarkdownProps) => (
  <Suspense fallback={<p className="pl-plain">{props.text}</p>}>
    <Markdown {...props} />
  </Suspense>
);
