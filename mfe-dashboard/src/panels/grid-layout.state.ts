import { useState } from 'react';
import { defaultGridLayout, isGridLayout, type GridLayout } from './grid-layout.rules.js';

const key = 'polylogue-grid-layout';

/** The chosen grid, kept on this device. */
export function useGridLayout(): readonly [GridLayout, (layout: GridLayout) => void] {
  const [layout, setLayout] = useState(read);
  const choose = (next: GridLayout) => {
    setLayout(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // It holds for this visit.
    }
  };
  return [layout, choose];
}

function read(): GridLayout {
  try {
    const kept = localStorage.getItem(key);
    return isGridLayout(kept) ? kept : defaultGridLayout;
  } catch {
    return defaultGridLayout;
  }
}
