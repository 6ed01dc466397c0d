import { lazy, Suspense, type ComponentProps } from 'react';
import { Thinking } from '../thinking.js';

// Players and pictures come with the first of them, not before the compose box.
const Made = lazy(async () => ({ default: (await import('./generated-reply.js')).GeneratedReply }));
const Progress = lazy(async () => ({ default: (await import('./generation-progress.js')).GenerationProgress }));

export const MediaReply = (props: ComponentProps<typeof Made>) => (
  <Suspense>
    <Made {...props} />
  </Suspense>
);

export const MediaUnderWay = (props: ComponentProps<typeof Progress>) => (
  <Suspense fallback={<Thinking startedAt={props.startedAt} />}>
    <Progress {...props} />
  </Suspense>
);
