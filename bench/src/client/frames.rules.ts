/** One event of a text/event-stream, as far as a benchmark reads it. */
export interface Frame {
  event: string;
  data: string;
}

/** Cuts what has arrived into whole frames; the rest waits for more. */
export function cutFrames(buffered: string): { frames: Frame[]; rest: string } {
  const frames: Frame[] = [];
  let from = 0;
  for (let end = buffered.indexOf('\n\n'); end >= 0; end = buffered.indexOf('\n\n', from)) {
    const frame = readFrame(buffered.slice(from, end));
    if (frame) frames.push(frame);
    from = end + 2;
  }
  return { frames, rest: buffered.slice(from) };
}

function readFrame(text: string): Frame | undefined {
  let event = 'message';
  let data: string | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    if (line.startsWith('data:')) data = data === undefined ? line.slice(5).trimStart() : `${data}\n${line.slice(5)}`;
  }
  return data === undefined ? undefined : { event, data };
}
