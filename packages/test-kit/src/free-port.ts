import { findFreePort } from '@polylogue/build-kit/backing';

const promised = new Set<number>();

/** A port nobody listens on, promised to nobody else on this machine for as long as a start may take. */
export const freePort = (): Promise<number> => findFreePort(promised);
