import { startStandalone } from '@polylogue/web-kit/standalone';
import { slice } from './slice.js';

startStandalone('Admin Panel', slice);
