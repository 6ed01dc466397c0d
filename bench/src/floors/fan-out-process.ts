import { answerParent } from '../processes/answer-parent.js';
import { listen } from '../processes/listen.js';
import { createFanOut } from './fan-out-server.js';

answerParent({ listen: () => listen(createFanOut()) });
