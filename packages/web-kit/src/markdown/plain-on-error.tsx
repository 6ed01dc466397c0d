import type { ReactNode } from 'react';
import { ErrorBoundary } from '../components/error-boundary.js';

/** A reply that cannot be drawn, as the text it is: it never takes along what stands around it. */
export const PlainOnError = ({ text, children }: { text: string; children: ReactNode }) => (
  <ErrorBoundary fallback={() => <p className="pl-plain">{text}</p>}>{children}</ErrorBoundary>
);
