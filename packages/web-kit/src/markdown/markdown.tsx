import { Markdown as Blocks, type MarkdownProps } from '@polylogue/markdown';
import { PlainOnError } from './plain-on-error.js';

/** A reply as markdown, or as the text it is when it cannot be drawn. */
export const Markdown = (props: MarkdownProps) => (
  <PlainOnError text={props.text}>
    <Blocks {...props} />
  </PlainOnError>
);
