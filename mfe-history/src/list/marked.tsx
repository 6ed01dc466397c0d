import { Fragment } from 'react';

/** Text with ranges of it highlighted. */
export function Marked({ text, marks }: { text: string; marks: readonly { start: number; end: number }[] }) {
  const begins = [0, ...marks.map(({ end }) => end)];
  return (
    <>
      {begins.map((begin, at) => {
        const mark = marks[at];
        return (
          <Fragment key={begin}>
            {text.slice(begin, mark?.start)}
            {mark && <mark>{text.slice(mark.start, mark.end)}</mark>}
          </Fragment>
        );
      })}
    </>
  );
}
