/** @import { Kustomization } from './render.js' */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '../slices.js';

/**
 * Uses a copy of `k8s/` in which an installation has changed its overlay `production` as docs/operations.md says; the copy is
 * removed afterwards.
 * @template T
 * @param {(kustomization: Required<Kustomization>) => void} change
 * @param {(overlay: string) => T} use is given the folder of the overlay
 * @returns {T}
 */
export function withProduction(change, use) {
  const scratch = mkdtempSync(join(tmpdir(), 'polylogue-k8s-'));
  try {
    cpSync(join(root, 'k8s'), join(scratch, 'k8s'), { recursive: true });
    const overlay = join(scratch, 'k8s/overlays/production');
    const file = join(overlay, 'kustomization.yaml');
    const kustomization = parse(readFileSync(file, 'utf8'));
    change(kustomization);
    writeFileSync(file, stringify(kustomization));
    return use(overlay);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
