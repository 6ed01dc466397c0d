import '@polylogue/web-kit/theme.css';
import { startStandalone } from '@polylogue/web-kit/standalone';
import { slice } from './slice.js';

startStandalone('Dashboard', slice);
