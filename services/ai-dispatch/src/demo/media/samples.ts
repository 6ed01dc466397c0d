import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

// Beside this file in the checkout and in dist; beside the program in an image (packages/build-kit/src/bundle/programs.js).
const read = (name: string) => readFile(join(import.meta.dirname, 'samples', name));

/** What the demo answers to every request for speech; it says itself that it is the demo. */
export const sampleVoice = () => read('voice.wav');

/** What the demo answers to every request for a film: four seconds, labelled as the demo's. */
export const sampleFilm = () => read('film.mp4');
