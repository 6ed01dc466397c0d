import { findFreePort } from '@polylogue/build-kit/backing';

const promised = new Set<number>();

/** A port no process listens on, reserved against other processes of this machine for as long as a start may take. */
export const freePort = (): Promise<number> => findFreePort(promised);
