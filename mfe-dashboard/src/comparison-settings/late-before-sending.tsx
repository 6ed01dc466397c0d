import type { AiService } from '@polylogue/api-contract';
import { lazy, Suspense } from 'react';
import type { BeforeSendingProps } from './before-sending.js';
import { isEmpty } from './comparison-settings.rules.js';

const BeforeSending = lazy(() => import('./before-sending.js'));

/** What is said before sending. Its code comes where there may be something to say. */
export function LateBeforeSending(props: BeforeSendingProps) {
  const { services, selected, settings, hasPictures } = props;
  const isVariant = ({ name, variantOf }: AiService) => variantOf !== undefined && selected.includes(name);
  if (isEmpty(settings) && !hasPictures && !services.some(isVariant)) return null;
  return (
    <Suspense>
      <BeforeSending {...props} />
    </Suspense>
  );
}
