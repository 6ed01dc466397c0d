#!/usr/bin/env node
// Plain JavaScript and nothing imported at the top: in a clone that was not built yet it must get as far as its sentence.
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  console.error('polylogue is not built yet: run "npm start" or "npm run build" in this checkout once.');
  process.exitCode = 2;
}
