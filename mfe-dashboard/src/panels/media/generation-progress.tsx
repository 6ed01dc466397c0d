import { MediaProgress } from '@polylogue/web-kit/chat';
import { Elapsed } from '@polylogue/web-kit/streams';

/** In place of text that will never come: how far the service is with what it makes. */
export const GenerationProgress = ({ fraction, startedAt }: { fraction: number; startedAt: number }) => (
  <MediaProgress fraction={fraction} label="Working">
    <Elapsed startedAt={startedAt} />
  </MediaProgress>
);
