import { closing } from '@polylogue/test-kit';
import type { AbuseContext, ApiSchema, Ground, GroundOptions, Part, PartRow } from './part.js';
import { startGround } from './start.js';

/** How parts are played. */
export interface PlayOptions {
  isQuick: boolean;
  seed: number;
  valuesEach?: number | undefined;
  report(line: string): void;
}

/** Plays a part to its end and closes what it has opened. A part that could not be played broke its promises. */
export async function playPart(play: Part, ground: Ground, options: PlayOptions): Promise<readonly PartRow[]> {
  const { add, closeAll } = closing();
  const context: AbuseContext = {
    ...ground,
    ...options,
    apiSchema: await readSchema(ground.url),
    keep: add,
    startGround: async (wanted: GroundOptions = {}) => {
      const own = await startGround(wanted, options.report);
      add({ close: own.stop });
      return own;
    },
  };
  try {
    return (await play(context)).rows;
  } catch (error) {
    const details = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    return [{ promise: 'It can be played to its end', figure: 'yes', found: 'no', verdict: 'FAIL', details }];
  } finally {
    await closeAll();
  }
}

async function readSchema(url: string): Promise<ApiSchema> {
  const answer = await fetch(`${url}/api/openapi.json`);
  if (!answer.ok) throw new Error(`/api/openapi.json answered ${answer.status}`);
  return (await answer.json()) as ApiSchema;
}
