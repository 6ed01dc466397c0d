import { startStandalone } from '@polylogue/web-kit/standalone';
import { slice } from './slice.js';

startStandalone('Saved Queries', slice);
