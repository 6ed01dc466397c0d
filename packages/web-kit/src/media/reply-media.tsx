import type { Media } from '@polylogue/api-contract';
import { Download, ImageOff } from 'lucide-react';
import { memo, useState } from 'react';
import { kindOf } from './media-kind.js';
import styles from './media.module.css';
import { Picture } from './picture.js';

export interface ReplyMediaProps {
  media: readonly Media[];
  /** The question: it names the media for users who cannot see or hear them. */
  question: string;
  /** What the service says it made, where it says so. */
  text?: string;
}

/** Pictures, sounds and films of a reply, each with its download; nothing plays by itself. */
export const ReplyMedia = memo(function ReplyMedia({ media, question, text }: ReplyMediaProps) {
  return (
    <div className={styles.media}>
      {media.map((one) => (
        <Medium key={one.id} medium={one} about={labelOf(text || question)} />
      ))}
    </div>
  );
});

const maxLabel = 240;

function labelOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > maxLabel ? `${line.slice(0, maxLabel - 1)}…` : line;
}

function Medium({ medium, about }: { medium: Media; about: string }) {
  const [isMissing, setMissing] = useState(false);
  const kind = kindOf(medium.type);
  const onError = () => setMissing(true);
  if (isMissing) return <Missing name={medium.name} />;
  return (
    <figure className={styles.medium} data-kind={kind}>
      {kind === 'image' && <Picture medium={medium} about={about} onError={onError} />}
      {/* What is spoken stands under the player; a film of a service comes without text. */}
      {kind === 'audio' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the text stands beside it
        <audio controls preload="metadata" src={medium.url} aria-label={`Sound: ${about}`} onError={onError} />
      )}
      {kind === 'video' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- nothing is known of what can be heard in it
        <video
          controls
          playsInline
          preload="metadata"
          src={medium.url}
          aria-label={`Film: ${about}`}
          onError={onError}
        />
      )}
      <figcaption>
        <span title={medium.name}>{medium.name}</span>
        <a href={`${medium.url}?download=true`} download={medium.name} aria-label={`Download ${medium.name}`}>
          <Download aria-hidden="true" />
          Download
        </a>
      </figcaption>
    </figure>
  );
}

const Missing = ({ name }: { name: string }) => (
  <p className={styles.missing}>
    <ImageOff aria-hidden="true" />
    <span>
      <b>{name}</b> cannot be shown. It may have been deleted, or the connection was lost.
    </span>
  </p>
);
