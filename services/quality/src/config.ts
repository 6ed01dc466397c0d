import type { z } from 'zod';
import { baseConfig } from '@polylogue/service-kit';

export const config = baseConfig('quality');

export type QualityConfig = z.output<typeof config>;
