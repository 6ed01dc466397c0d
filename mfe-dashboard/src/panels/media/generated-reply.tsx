import type { Media } from '@polylogue/api-contract';
import { LateMarkdown } from '@polylogue/web-kit';
import { ReplyMedia } from '@polylogue/web-kit/chat';

/** A picture, a sound or a film, and under it the text that belongs to it: what is spoken, what was drawn. */
export function GeneratedReply({ media, text, question }: { media: readonly Media[]; text: string; question: string }) {
  const isSpoken = media.some(({ type }) => type.startsWith('audio/'));
  return (
    <>
      <ReplyMedia media={media} question={question} text={text} />
      {text !== '' && (
        <section aria-label={isSpoken ? 'Spoken text' : 'Description'}>
          <LateMarkdown text={text} live={false} />
        </section>
      )}
    </>
  );
}
