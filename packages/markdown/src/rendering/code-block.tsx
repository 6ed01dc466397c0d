import { memo } from 'react';
import { CopyButton } from './copy-button.js';
import { highlightLine } from './highlight-line.js';

const chunkLines = 24;

/** Code of a reply, in chunks of lines: a finished chunk is not coloured again while the rest arrives. */
export function CodeBlock({ lang = '', text }: { lang?: string | undefined; text: string }) {
  const word = (/^[\w+#.-]+/.exec(lang)?.[0] ?? '').toLowerCase();
  return (
    <figure data-code="" aria-label={word ? `Code, ${word}` : 'Code'}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>
          {chunksOf(text).map((chunk, index) => (
            <Lines key={index} text={chunk} lang={word} />
          ))}
        </code>
      </pre>
      <CopyButton label="Copy code" done="Code copied" textOf={() => text} />
    </figure>
  );
}

function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  let start = 0;
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines % chunkLines !== 0) continue;
    chunks.push(text.slice(start, at + 1));
    start = at + 1;
  }
  return [...chunks, text.slice(start)];
}

const Lines = memo(function Lines({ text, lang }: { text: string; lang: string }) {
  const lines = text.split(/(?<=\n)/);
  return lines.map((line, index) =>
    highlightLine(line, lang).map(([kind, part], column) =>
      kind === '' ? part : <span key={`${index}.${column}`} data-kind={kind} children={part} />,
    ),
  );
});
