import type { z } from 'zod';
import { baseConfig } from '@polylogue/service-kit';

export const config = baseConfig('scheduler');

export type SchedulerConfig = z.output<typeof config>;
