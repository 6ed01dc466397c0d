import { existsSync } from 'node:fs';
import { join } from 'node:path';

// The second is what the first loads for services that nothing here offers; the others are native code or hold files.
const apart = [
  '@grpc/grpc-js',
  '@grpc/proto-loader',
  '@node-rs/argon2',
  'swagger-ui-dist',
  '@fontsource-variable/geist',
];

/**
 * What the image of a server holds: its programs, the files beside them, and the packages that are not bundled.
 * @param {string} root the checkout
 * @param {string} name the slice's word: `ai-dispatch`
 */
export function describeServer(root, name) {
  const folder = name === 'gateway' ? join(root, 'gateway') : join(root, 'services', name);
  if (!existsSync(join(folder, 'src/main.ts'))) {
    throw new Error(`${name} is no server: ${join(folder, 'src/main.ts')} is missing.`);
  }
  const dist = join(folder, 'dist');
  // Two folders deep, as in the checkout: what is spawned is looked for at ../../dist.
  /** @type {Record<string, string>} */
  const programs = {
    'dist/server/main.js': join(dist, 'main.js'),
    'dist/server/provision.js': join(root, 'packages/service-kit/dist/database/provision-cli.js'),
  };
  programs['dist/server/make-keys.js'] = join(import.meta.dirname, 'make-keys.js');
  /** @type {Record<string, string>} */
  const files = { 'dist/server/health.js': join(import.meta.dirname, 'health.js') };
  if (name === 'gateway') files['dist/server/sign-in.css'] = join(dist, 'sign-in/sign-in.css');
  if (name === 'ai-dispatch') {
    for (const sample of ['film.mp4', 'voice.wav']) {
      files[`dist/server/samples/${sample}`] = join(dist, 'demo/media/samples', sample);
    }
    programs['dist/server/demo.js'] = join(dist, 'demo/main.js');
    programs['dist/server/rotate-keys.js'] = join(dist, 'keys/rotate-keys.js');
    programs['dist/files/reader/main.js'] = join(dist, 'files/reader/main.js');
  }
  if (name === 'admin') programs['dist/server/reset-link.js'] = join(dist, 'users/reset-link.js');
  if (name === 'quality') programs['dist/suites/checker/main.js'] = join(dist, 'suites/checker/main.js');
  // Only the processes that read pictures and draw pages load them.
  return { folder, programs, files, apart: name === 'ai-dispatch' ? [...apart, 'sharp', '@hyzyla/pdfium'] : apart };
}
